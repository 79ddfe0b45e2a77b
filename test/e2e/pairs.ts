import type { LocalService } from '@abilities-bot/local-service';
import type { LocalSlack, Message } from '@abilities-bot/local-slack';
import { type InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import { createServiceClient } from '../../src/service/client.ts';
import type { Store } from '../../src/store/store.ts';

/** Bots behind a balancer that sends two requests of one moment to two of them. */
export interface PairHouse {
  slack: LocalSlack;
  service: LocalService;
  /** The bots' store, opened separately. */
  store: Store;
}

const callerOf = ({ service }: PairHouse) =>
  createServiceClient({ baseUrl: service.baseUrl, credential: { kind: 'api-key', value: service.apiKey } });

async function rowOf(house: PairHouse, name: string): Promise<InstalledAbility> {
  const row = (await callerOf(house).listInstalledAbilities()).find((one) => one.name === name);
  if (!row) throw new Error(`${name} is not installed`);
  return row;
}

/** Ana and Ben each type a line at the same moment. @returns their answers, Ana's first. */
async function bothType({ slack }: PairHouse, lines: readonly [string, string]): Promise<[string, string]> {
  const after = slack.transcript.revision;
  const { ana, ben } = slack.people;
  const answerTo = async ({ id }: typeof ana) =>
    (
      await slack.nextMessage(
        ({ ephemeralFor, text }) =>
          ephemeralFor === id && /^✓|already|^Someone else|^Not confirmed|Not what/.test(text),
        { after },
      )
    ).text;
  await Promise.all([slack.as(ana).command(lines[0]), slack.as(ben).command(lines[1])]);
  return Promise.all([answerTo(ana), answerTo(ben)]);
}

/** One person toggles an Ability, another one changes its trigger words. @returns the pairs that lost a change. */
export async function toggleAndChangeWords(house: PairHouse, pairs: number): Promise<string[]> {
  const lost: string[] = [];
  for (let pair = 1; pair <= pairs; pair += 1) {
    const { enabled, id, triggerWords } = await rowOf(house, 'News');
    const isAdded = !triggerWords.includes('a pair');
    const told = await bothType(house, [
      `${enabled ? 'disable' : 'enable'} installed:${id}`,
      `triggers installed:${id} ${isAdded ? 'add' : 'remove'}: a pair`,
    ]);
    const now = await rowOf(house, 'News');
    const isDone = now.enabled !== enabled && now.triggerWords.includes('a pair') === isAdded;
    if (!isDone) lost.push(`pair ${pair} was told: ${told.join(' | ')}`);
  }
  return lost;
}

/**
 * Two people disable the same Ability.
 * @returns the PUTs that the service received, and the changes that the audit log has as done, for each pair.
 */
export async function disableTogether(house: PairHouse, pairs: number): Promise<{ puts: number; done: number }[]> {
  const { service, slack, store } = house;
  const counts: { puts: number; done: number }[] = [];
  for (let pair = 1; pair <= pairs; pair += 1) {
    const row = await rowOf(house, 'News');
    if (!row.enabled) await callerOf(house).setInstalledAbility(row, { enabled: true, triggerWords: row.triggerWords });
    const last = service.requests.at(-1);
    const line = `disable installed:${InstalledAbilityId.parse(row.id)}`;
    await bothType(house, [line, line]);
    const requests = service.requests.slice(last ? service.requests.lastIndexOf(last) + 1 : 0);
    const { records } = await store.of(slack.teamId).auditLog.list({ page: 1, perPage: 2 });
    counts.push({
      puts: requests.filter(({ method }) => method === 'PUT').length,
      done: records.filter(({ ended }) => ended?.outcome === 'done').length,
    });
  }
  return counts;
}

/** A list that everybody in #ops sees. */
export async function shareList({ slack }: PairHouse): Promise<Message> {
  const ana = slack.as(slack.people.ana);
  const after = slack.transcript.revision;
  await ana.command('list', { channel: slack.channels.ops });
  const own = await slack.nextMessage(({ ephemeralFor, text }) => ephemeralFor !== null && text.includes('News: '), {
    after,
  });
  await ana.click(own, { text: 'Show in channel' });
  return slack.nextMessage(({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Shown by'), { after });
}

const stateIn = ({ text }: Message, name: string) => (text.includes(`${name}: enabled`) ? 'enabled' : 'disabled');
const switchOf = (message: Message, name: string) =>
  `${stateIn(message, name) === 'enabled' ? 'Disable' : 'Enable'} ${name}`;

/** An edit of the message that shows a result. A slow click first shows that it is at work. */
const isDrawn = ({ name, request }: LocalSlack['wire'][number], { ts }: Message): boolean =>
  name === 'chat.update' && JSON.stringify(request).includes(ts) && !JSON.stringify(request).includes('waits:');

/** Two people switch two rows of one shared message. @returns the pairs whose last edit shows an old state. */
export async function switchTwoRows(house: PairHouse, pairs: number): Promise<string[]> {
  const { slack } = house;
  const { ana, ben } = slack.people;
  const old: string[] = [];
  let message = await shareList(house);
  for (let pair = 1; pair <= pairs; pair += 1) {
    const before = message;
    const last = slack.wire.at(-1)?.n ?? 0;
    await Promise.all([
      slack.as(ana).click(before, { text: switchOf(before, 'News') }),
      slack.as(ben).click(before, { text: switchOf(before, 'Home Lights') }),
    ]);
    message = await slack.waitFor(() => {
      const drawn = slack.wire.filter((entry) => entry.n > last && isDrawn(entry, before));
      // One for each click.
      return drawn.length >= 2 ? slack.transcript.findMessage(before) : undefined;
    });
    const isOld = ['News', 'Home Lights'].filter((name) => stateIn(message, name) === stateIn(before, name));
    if (isOld.length > 0) old.push(`pair ${pair} shows the old state of ${isOld.join(' and ')}`);
  }
  return old;
}
