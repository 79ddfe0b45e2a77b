import type { Delivery, Message, View } from '@abilities-bot/local-slack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { PatientClock } from '../patient-clock.ts';
import { until } from '../until.ts';
import { submissionOf } from './twin-crossing.ts';
import {
  inside,
  otherOf,
  SIDES,
  type Side,
  saveSettings,
  shownAfter,
  startTwins,
  type Twins,
  textOf,
} from './twin-house.ts';
import { expectNothingCrossed, onlyIn } from './twin-photograph.ts';

const OPS = 'C0TWINOPS';

const serviceClock = new PatientClock();
let twins: Twins;
beforeAll(async () => {
  // An Agent's Abilities are known only from what was saved here.
  twins = await startTwins({ service: { agentRowsCarryAbilities: false }, serviceClock });
});
afterAll(() => twins.close());

const at = (side: Side) => inside(twins, side);
const says = (side: Side, line: string, shows: RegExp, who: 'ana' | 'dora' | 'ben' = 'ana') => {
  const { slack } = at(side);
  const person = slack.people[who];
  if (!person) throw new Error(`${who} is not in ${side}.`);
  return shownAfter(slack, shows, () => slack.as(person).command(line, { channel: slack.channels.ops }));
};

describe('what is remembered of people and settings', () => {
  test('one user ID is an admin here and a guest there, asked once on each side', async () => {
    for (const _again of [1, 2]) {
      await onlyIn(twins, 'north', () => says('north', 'whoami', /Your role is admin/, 'dora'));
      await onlyIn(twins, 'south', () =>
        says('south', 'whoami', /don't have access to this account yet, because you are a guest/, 'dora'),
      );
      await onlyIn(twins, 'south', () => says('south', 'list', /don't have access/, 'dora'));
      await onlyIn(twins, 'north', () => says('north', 'settings', /== Settings/, 'dora'));
      await at('north').dora.closeView(at('north').dora.modal() as View);
    }
    const [north, south] = SIDES.map((side) =>
      at(side).slack.wire.filter(
        ({ name, request }) => name === 'users.info' && JSON.stringify(request).includes('DORA'),
      ),
    );
    expect([north?.length, south?.length]).toEqual([1, 1]);
  });

  test('settings that are saved here apply here immediately, and not there', async () => {
    await says('north', 'disable News', /News\W+disabled by/, 'ben');
    await says('south', 'enable News', /News\W+enabled by/, 'ben');
    await onlyIn(twins, 'north', () => saveSettings(twins, 'north', { member_role: 'viewer' }));
    await onlyIn(twins, 'north', () => says('north', 'enable News', /You need the editor role to enable/, 'ben'));
    await onlyIn(twins, 'south', () => says('south', 'disable News', /News\W+disabled by/, 'ben'));
    await onlyIn(twins, 'south', () => saveSettings(twins, 'south', { channels: ['#ops'] }));
    const general = (side: Side) => () => at(side).ana.command('list', { channel: at(side).slack.channels.general });
    await shownAfter(at('south').slack, /not available in this channel/, general('south'));
    await shownAfter(at('north').slack, /Abilities · /, general('north'));
    await saveSettings(twins, 'south', { channels: [] });
  });
});

describe('what is remembered of the account', () => {
  test('what was saved for an Agent is known where it was saved', async () => {
    const { ana, slack } = at('north');
    await onlyIn(twins, 'north', async () => {
      await says('north', 'assign Echo', /== Echo's Abilities/);
      const form = await slack.nextView(({ callbackId, open }) => open && callbackId === 'assign');
      await shownAfter(slack, /Echo\W?'s Abilities set by/, () => ana.submit(form, { Abilities: ['Radio'] }));
    });
    expect(textOf(await says('north', 'agents', /3 Agents/))).toContain('1 Ability: Radio');
    expect(textOf(await says('south', 'agents', /3 Agents/))).not.toContain('Radio');
  });

  test('a message that everybody sees is redrawn in place by an undo', async () => {
    const shared = { north: await shareList('north'), south: await shareList('south') };
    const disable = async (side: Side) => {
      const { ana, slack } = at(side);
      await shownAfter(slack, /Home Lights: disabled/, () => ana.click(shared[side], { text: 'Disable Home Lights' }));
    };
    await onlyIn(twins, 'north', () => disable('north'));
    await onlyIn(twins, 'south', () => disable('south'));
    for (const side of SIDES) {
      const { slack } = at(side);
      const isShared = ({ text, ts }: Message) => ts === shared[side].ts && text.includes('Home Lights: enabled');
      await onlyIn(twins, side, async () => {
        const after = slack.transcript.revision;
        await says(side, 'undo', /Undone/);
        await slack.nextMessage(isShared, { after });
      });
    }
  });

  async function shareList(side: Side): Promise<Message> {
    const { ana, slack } = at(side);
    const list = await says(side, 'list', /Home Lights: enabled/);
    return (await shownAfter(slack, /Shown by/, () => ana.click(list, { text: 'Show in channel' }))) as Message;
  }

  test('a change that hangs here keeps none from being made there', async () => {
    const path = /edit-installed-capability/;
    twins.service.faults.add({ match: { path }, times: 1, fault: { kind: 'silent' } });
    const { ana, slack } = at('north');
    const before = twins.service.requests.length;
    await ana.command('disable Weather');
    await until(() => twins.service.requests.slice(before).some((request) => path.test(request.path)));
    const after = slack.transcript.revision;
    await says('south', 'disable Weather', /Weather\W+disabled by/);
    expect(slack.transcript.messages.filter(({ revision, text }) => revision > after && text !== '')).toEqual([]);
    twins.service.faults.clear();
    serviceClock.expire();
    // Its answer must not fall into the next test.
    const told = await slack.nextMessage(({ text }) => text !== '' && !text.startsWith('Still working'), { after });
    expect(textOf(told)).toMatch(/Weather/);
  });
});

describe('what Slack delivers under one ID in both', () => {
  /** The event as Slack would number it in both workspaces. */
  const numbered = (delivery: Delivery): Delivery => {
    const { event } = z.object({ event: z.looseObject({}) }).parse(delivery.payload);
    const ts = '1700000000.000100';
    return {
      ...delivery,
      payload: { ...delivery.payload, event_id: 'Ev0TWIN', event: { ...event, ts, event_ts: ts } },
    };
  };

  test('an event is answered in both, and in each once', async () => {
    const said = { north: await mention('north'), south: await mention('south') };
    for (const side of SIDES) {
      await onlyIn(twins, side, () =>
        shownAfter(at(side).slack, /abilities list/, () => at(side).slack.redeliver(numbered(said[side]))),
      );
    }
    for (const side of SIDES) {
      const { slack } = at(side);
      const after = slack.transcript.revision;
      await slack.redeliver(numbered(said[side]));
      await says(side, 'whoami', /[Yy]our role is|don't have access/);
      const fresh = slack.transcript.messages.filter(({ revision }) => revision > after);
      expect(fresh).toHaveLength(1);
    }
  });

  async function mention(side: Side): Promise<Delivery> {
    const { ana, slack } = at(side);
    await shownAfter(slack, /abilities list/, () => ana.say(slack.channels.ops, '@abilities help'));
    const { payload, ...rest } =
      slack.transcript.deliveries.findLast(({ kind }) => kind === 'event') ?? (await ana.command('help'));
    return { ...rest, payload };
  }

  test('a form is carried out in both, and in each once', async () => {
    const sent = { north: await openSearch('north'), south: await openSearch('south') };
    for (const side of SIDES) {
      await onlyIn(twins, side, () =>
        shownAfter(at(side).slack, /Abilities · /, () => at(side).slack.redeliver(sent[side])),
      );
    }
    for (const side of SIDES) {
      const { slack } = at(side);
      const after = slack.transcript.revision;
      expect(await slack.redeliver(sent[side])).toMatchObject({ acked: true, body: '' });
      await says(side, 'whoami', /[Yy]our role is|don't have access/);
      expect(slack.transcript.messages.filter(({ revision }) => revision > after)).toHaveLength(1);
    }
  });

  async function openSearch(side: Side): Promise<Delivery> {
    const { ana, slack } = at(side);
    const list = await says(side, 'list', /Abilities · /);
    const click = await ana.click(list, { text: 'Search…' });
    const form = await slack.nextView(({ callbackId, open }) => open && callbackId === 'search');
    await ana.closeView(form);
    return submissionOf(click, form, {}, 'V0TWINSEARCH');
  }
});

describe('the account of one', () => {
  test('is reconnected, rotated and disconnected without the other noticing', async () => {
    const { ana, slack } = at('north');
    const another = await twins.accounts.north.anotherKey();
    await onlyIn(twins, 'north', () => twins.connect('north', another));
    await onlyIn(twins, 'north', () => says('north', 'list', /Abilities · /));
    await onlyIn(twins, 'north', async () => {
      const question = await says('north', 'disconnect', /connected the account/);
      await shownAfter(slack, /Account disconnected/, () => ana.click(question, { text: 'Disconnect…' }));
    });
    await onlyIn(twins, 'south', () =>
      says('south', 'show Weather', new RegExp(`"delete id:${twins.idsOf.south.weather}\\b`)),
    );
    await onlyIn(twins, 'north', () => says('north', 'show Weather', /isn't connected/));
    await onlyIn(twins, 'north', () => twins.connect('north'));
    await says('north', 'show Weather', new RegExp(`"delete id:${twins.idsOf.north.weather}\\b`));
  });

  test('that was changed elsewhere is reported in its own channel, with its own changes', async () => {
    const watching = await twins.startAnotherBot({ config: { ...twins.config, watchMs: 100 } });
    // The process that saves a channel checks the account first, and then decides when it is checked again.
    twins.useBot(watching);
    for (const side of SIDES) await saveSettings(twins, side, { watch_channel: '#ops' });
    twins.useBot(twins.bot);
    await until(async () => {
      const seen = await Promise.all(SIDES.map((side) => twins.store.of(at(side).slack.teamId).snapshot.read()));
      return seen.every((snapshot) => snapshot !== null);
    });
    const changed = { north: 'News', south: 'Café Finder' } as const;
    for (const side of SIDES) {
      const account = twins.accountOf[side];
      const row = (await account.listInstalledAbilities()).find(({ name }) => name === changed[side]);
      if (!row) throw new Error(`${changed[side]} is not installed.`);
      await account.setInstalledAbility(row, { enabled: !row.enabled, triggerWords: row.triggerWords });
    }
    for (const side of SIDES) {
      const { slack } = at(side);
      const told = await slack.nextMessage(
        ({ channelId, text }) => channelId === OPS && text.startsWith('Changed outside Slack'),
      );
      expect(told.text).toContain(changed[side]);
      expect(told.text).not.toContain(changed[otherOf(side)]);
      expect(told.text).not.toContain('Weather');
    }
    await watching.stop();
    for (const side of SIDES) {
      const all = at(side).slack.transcript.messages.filter(({ text }) => text.startsWith('Changed outside Slack'));
      expect(all).toHaveLength(1);
    }
  });
});

// Comes last: an open Home tab is redrawn up to a second after each change.
test('open Home tabs are redrawn where something changed', async () => {
  for (const side of SIDES) {
    await shownAfter(at(side).slack, twins.idsOf[side].any, () => at(side).ana.openHome());
  }
  for (const side of SIDES) {
    await onlyIn(twins, side, async () => {
      const { slack } = at(side);
      const after = slack.transcript.revision;
      await says(side, 'disable Memory Keeper', /Memory Keeper\W+disabled by/);
      const home = await slack.nextView(({ type }) => type === 'home', { after });
      expect(textOf(home)).not.toMatch(twins.idsOf[otherOf(side)].any);
    });
  }
});

test('in all that was said and asked, nothing crossed', () => {
  expectNothingCrossed(twins);
});
