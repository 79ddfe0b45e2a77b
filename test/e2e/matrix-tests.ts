import type { Message, Person } from '@abilities-bot/local-slack';
import { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Policy, Role } from '../../src/core/access.ts';
import { stampBlocks } from '../../src/slack/outbound/fallback.ts';
import type { AuditRecord } from '../../src/store/audit-record.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { refusalsInLog, timesOf } from './counted-refusals.ts';
import { asIfFrom, type Forms, identify, sendEachForm } from './matrix-forms.ts';
import { type Cast, OPERATORS } from './matrix-people.ts';
import { mayDo, neededFor, type Press, pressesOf, type Row, SAID, type TriedVerb } from './matrix-rows.ts';
import { isToldEachTime, readRefusal, type SeenAnswer, sees, shownTo } from './matrix-watch.ts';
import { type House, startHouse } from './start-house.ts';

/** Declares the tests in which each person of `cast` tries every verb, button, form and select of one workspace. */
export function testMatrix(cast: readonly Cast[], policy: Pick<Policy, 'memberRole' | 'grants'>): void {
  let house: House;
  let store: Store;
  let sent: Forms;
  let presses: readonly Press[];
  let buttons: Message;

  beforeAll(async () => {
    const people = cast.map(({ person }) => person);
    house = await startHouse({
      mode: 'http',
      service: { agentRowsCarryAbilities: true },
      slack: { people, userGroups: [OPERATORS] },
      policy,
    });
    store = await openStore(house.config.store);
    sent = await sendEachForm(house);
    presses = pressesOf(sent.upload);
    buttons = await postButtons();
  });
  afterAll(async () => {
    await store.close();
    await house.close();
  });

  /** One public message with every button. */
  async function postButtons(): Promise<Message> {
    const { slack } = house;
    const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl });
    const elements = presses.map(({ line, value }, index) => ({
      type: 'button' as const,
      action_id: `press-${index}`,
      value,
      text: { type: 'plain_text' as const, text: line },
    }));
    const blocks = [0, 20, 40].map((start) => ({
      type: 'actions' as const,
      elements: elements.slice(start, start + 20),
    }));
    const posted = {
      channel: slack.channels.ops.id,
      text: 'Every button',
      blocks: stampBlocks(blocks, { tenantId: slack.teamId, account: 0 }),
    };
    const { ts } = await client.chat.postMessage(posted);
    return slack.nextMessage((message) => message.ts === ts);
  }

  /** Strangers have no slash command: they mention the bot. */
  const say = (person: Person, { line }: Row) => {
    const driver = house.slack.as(person);
    const { ops } = house.slack.channels;
    return person.kind === 'stranger' ? driver.say(ops, `@abilities ${line}`) : driver.command(line, { channel: ops });
  };
  const press = (person: Person, { value }: Press) => house.slack.as(person).click(buttons, { value });
  const submit = (person: Person, form: Forms['forms'][number]) =>
    house.slack.redeliver(asIfFrom(person, form, house.slack.teamId));

  async function refusedOf(person: Person): Promise<AuditRecord[]> {
    const query = { userId: person.id, outcomes: ['refused'], page: 1, perPage: 500 } as const;
    return (await store.of(house.slack.teamId).auditLog.list(query)).records;
  }

  /** Refusals because of who they are, not because of the account's content. */
  const deniedTo = async (person: Person) =>
    (await refusedOf(person)).filter(({ ended }) => /role|workspace|who/.test(ended?.why ?? '')).map(({ ref }) => ref);

  /**
   * Each refusal must be in the log with its command and place, and be counted in the audit log, which has the first ones
   * with their lines.
   */
  async function expectRefused(
    { person, role }: Cast,
    rows: readonly Row[],
    told: readonly SeenAnswer[],
    before: number,
  ): Promise<void> {
    const { ops } = house.slack.channels;
    const logged = [...refusalsInLog(house).values()].filter(({ user }) => user === person.id);
    const places = logged.map(({ channel, verb }) => `${verb} in ${channel}`);
    expect(places.sort()).toEqual(rows.map(({ verb }) => `${verb} in ${ops.id}`).sort());
    const sentences = rows.map(({ verb }) => sentenceFor(person, role, verb));
    const said = told.map(({ text }) => sentences.find((sentence) => text.includes(sentence)) ?? text);
    expect(said.sort()).toEqual(sentences.sort());
    const kept = await refusedOf(person);
    expect(timesOf(kept) - before).toBe(told.length);
    // Text that starts with no verb may be anything, even a key after a misspelt verb: it is not recorded.
    const lines = new Set(rows.map(({ line, verb }) => `${verb} · ${line === 'News' ? null : line}`));
    const refs = new Set(logged.map(({ ref }) => ref));
    const mine = kept.filter(({ ref }) => refs.has(ref));
    expect(mine.length).toBeGreaterThanOrEqual(Math.min(lines.size, 10));
    for (const { channelId, ended, line, verb } of mine) {
      expect(lines).toContain(`${verb} · ${line}`);
      expect({ channelId, status: ended?.status }).toEqual({ channelId: ops.id, status: null });
    }
  }

  describe.each(cast.map((one) => [one.person.name, one] as const))('%s', (_who, { person, role }: Cast) => {
    const mayNot = <R extends Row>(rows: readonly R[]) => rows.filter((row) => !mayDo(role, row));
    const may = <R extends Row>(rows: readonly R[]) =>
      rows.flatMap((row) => (mayDo(role, row) && row.shows ? [{ row, shows: row.shows }] : []));

    test('is refused everything above the role, in every place', async () => {
      const { service, slack } = house;
      const [requests, after] = [service.requests.length, slack.transcript.revision];
      const [typed, pressed, forms] = [mayNot(SAID), mayNot(presses), mayNot(sent.forms)];
      const expected = [...typed, ...pressed, ...forms];
      const before = timesOf(await refusedOf(person));
      const told: SeenAnswer[] = [];
      // One by one, so that each person's role is cached when everything else arrives in parallel.
      for (const form of forms) {
        const { acked, body } = await submit(person, form);
        expect({ acked, body }).toMatchObject({ acked: true, body: { response_action: 'update' } });
        told.push(readRefusal(JSON.stringify(body)));
      }
      const saying = typed.map((row) => () => say(person, row));
      const pressing = pressed.map((row) => () => press(person, row));
      for (const acts of [saying, pressing]) told.push(...(await isToldEachTime(house, person, acts)));
      await expectRefused({ person, role }, expected, told, before);
      expect(service.requests.slice(requests)).toEqual([]);
      expect(slack.transcript.views.filter(({ revision, userId }) => userId === person.id && revision > after)).toEqual(
        [],
      );
      expect(shownTo(person, slack.transcript, after)).toHaveLength(typed.length + pressed.length);
    });

    // An admin makes some 75 requests, one after another.
    test('can do everything that the role allows', { timeout: 4 * 60_000 }, async () => {
      const before = await deniedTo(person);
      for (const { row, shows } of may(SAID)) await sees(house, person, shows, () => say(person, row));
      for (const { row, shows } of may(presses)) await sees(house, person, shows, () => press(person, row));
      for (const { row, shows } of may(sent.forms)) {
        await sees(house, person, shows, async () => JSON.stringify((await submit(person, row)).body));
      }
      expect(await deniedTo(person)).toEqual(before);
    });

    test('gets suggestions in selects only if the role allows it', async () => {
      for (const select of sent.selects) {
        const { body } = await house.slack.redeliver(identify(person, select, house.slack.teamId));
        const some = expect.arrayContaining([expect.anything()]);
        expect(body).toEqual({ options: mayDo(role, select) ? some : [] });
      }
    });
  });
}

/** Outsiders and people without access are refused as such; everybody else gets the missing role. */
function sentenceFor({ kind }: Person, role: Role, verb: TriedVerb): string {
  if (kind === 'stranger') return 'Only members of this workspace can do that.';
  const needed = neededFor(verb);
  if (role === 'none' || !('action' in needed)) return "You don't have access to this account yet. Ask ";
  return needed.role === 'admin'
    ? `Only admins can ${needed.action}. Ask `
    : `You need the ${needed.role} role to ${needed.action}. Ask `;
}
