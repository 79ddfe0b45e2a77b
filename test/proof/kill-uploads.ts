import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../packages/ability-zip/test/random.ts';
import { TurnsByKey } from '../../src/base/turns.ts';
import { createServiceClient } from '../../src/service/client.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import type { BotProcess } from './bot-process.ts';
import { driveToggles } from './drive-toggles.ts';
import { type Driven, driveUploads } from './drive-uploads.ts';
import { LATE_MS, lieAtRandom } from './lie-at-random.ts';
import { type ProofHouse, startProofHouse } from './proof-house.ts';

export interface KillOptions {
  /** Over HTTP somebody also toggles an Ability continuously. */
  mode?: 'socket' | 'http';
  store: StoreOptions;
  replicas: number;
  kills: number;
  seed: number;
  /** The service delays, disconnects, fails, and lies (created, but responds 500). */
  lies: boolean;
  /** Time limit for everything to finish after the last kill. */
  endMs: number;
}

export interface KillReport {
  uploads: number;
  replacements: number;
  kills: number;
  /** Number of clicks on a toggle. */
  clicks: number;
  /** Unanswered clicks although no process was killed between click and answer, a line each. */
  unanswered: string[];
  /**
   * Number of unanswered clicks while processes were killed at any moment: those that the killed process was handling.
   */
  cutOff: number;
  /** Problems found, in sentences; empty if there are none. */
  wrong: string[];
}

/**
 * People upload and replace while processes are killed at random moments and restarted. In the end every upload has
 * finished, every message shows the result, and each name is on the account exactly once.
 */
export async function killUploads(options: KillOptions): Promise<KillReport> {
  const house = await startProofHouse({ ...options, ...(options.lies ? { serviceTimeoutMs: LATE_MS } : {}) });
  try {
    const random = new Random(options.seed);
    const stop = new AbortController();
    const { people } = house.slack;
    const drivers = [people.ana, people.ben].map((person) =>
      driveUploads(house, house.slack.as(person), `Job of ${person.name}`, stop.signal),
    );
    const lying = options.lies ? lieAtRandom(house.service.faults, random) : null;
    const { clicks, cutOff, unanswered } = await (options.mode === 'http' ? killWhileSwitching : killOnly)(
      house,
      options.kills,
      random,
    );
    lying?.stop();
    stop.abort();
    const driven = (await Promise.all(drivers)).flat();
    const ended = await everythingEnds(house, options.endMs);
    const wrong = [...ended, ...(await examine(house, driven)), ...(await switchedTwice(house, clicks))];
    const replacements = driven.filter(({ rounds }) => rounds > 1).length;
    const uploads = driven.length + replacements;
    return { uploads, replacements, kills: options.kills, clicks, unanswered, cutOff, wrong };
  } finally {
    await house.close();
  }
}

/** A click passed on to a second process would be carried out twice. Only these clicks toggle News. */
async function switchedTwice({ service }: ProofHouse, clicks: number): Promise<string[]> {
  const news = (await clientOf(service).listInstalledAbilities()).find(({ name }) => name === 'News');
  const switches = service.requests.filter(
    ({ method, path }) => method === 'PUT' && path.includes(`/${news?.id}/`),
  ).length;
  return clicks > 0 && switches > clicks ? [`${clicks} clicks became ${switches} switches.`] : [];
}

type Switched = Pick<KillReport, 'clicks' | 'cutOff' | 'unanswered'>;

async function killOnly(house: ProofHouse, kills: number, random: Random): Promise<Switched> {
  await killAtRandom(house, kills, random);
  return { clicks: 0, cutOff: 0, unanswered: [] };
}

/**
 * One person toggles continuously. Half of the kills happen between two clicks, so each click has to be answered by
 * some process; the other half happen at any moment, when a killed process may be handling a click.
 */
async function killWhileSwitching(house: ProofHouse, kills: number, random: Random): Promise<Switched> {
  const driver = house.slack.as(house.slack.people.ben);
  const turns = new TurnsByKey();
  const inTurn = <T>(work: () => Promise<T>) => turns.run('News', work);
  const during = async (count: number, kill: (bot: BotProcess) => Promise<void>) => {
    const stop = new AbortController();
    const switching = driveToggles(house, driver, 'News', stop.signal, { inTurn });
    await killAtRandom(house, count, random, kill);
    stop.abort();
    return switching;
  };
  const between = await during(Math.ceil(kills / 2), (bot) => inTurn(() => bot.kill()));
  const anyTime = await during(Math.floor(kills / 2), (bot) => bot.kill());
  return { clicks: between.clicks + anyTime.clicks, unanswered: between.lost, cutOff: anyTime.lost.length };
}

async function killAtRandom(
  { bots }: ProofHouse,
  kills: number,
  random: Random,
  kill = (bot: BotProcess) => bot.kill(),
): Promise<void> {
  let startMs = 0;
  for (let count = 0; count < kills; count += 1) {
    // A slow machine needs longer to get anything done between two kills.
    await wait(100 + random.below(Math.max(2000, 3 * startMs)));
    const bot = random.of(bots);
    await kill(bot);
    const started = performance.now();
    await bot.start();
    startMs = performance.now() - started;
  }
}

/** @returns what has not finished in time. */
export async function everythingEnds(
  { bots, slack, store }: Pick<ProofHouse, 'bots' | 'store'> & { slack: Pick<ProofHouse['slack'], 'teamId'> },
  endMs: number,
): Promise<string[]> {
  const deadline = Date.now() + endMs;
  for (;;) {
    const open = await store.of(slack.teamId).uploads.listOpen(100);
    // Reported too: nothing is due any more.
    if (open.length === 0 && (await store.uploadQueue.nextDueAt()) === null) return [];
    if (Date.now() > deadline) {
      const left = open.map(
        ({ form, state, trouble }) => `${form.name} is ${state} (${trouble?.sentence ?? 'no trouble'}).`,
      );
      return [...left, 'Not everything ended in time.', ...bots.map((bot) => bot.tail)];
    }
    await wait(200);
  }
}

/** @returns what differs from what was reported. */
export async function examine(
  { service, slack }: Pick<ProofHouse, 'slack'> & { service: Account },
  driven: Driven[],
): Promise<string[]> {
  const abilities = await clientOf(service).listAbilities();
  const wrong: string[] = [];
  for (const { name, places, rounds } of driven) {
    const found = abilities.filter((ability) => ability.name === name);
    if (found.length !== 1) wrong.push(`${name} is ${found.length} times on the account.`);
    if (found[0] && found[0].description !== `Round ${rounds}.`) wrong.push(`${name} is not of round ${rounds}.`);
    for (const [index, place] of places.entries()) {
      const text = slack.transcript.findMessage(place)?.text ?? '';
      if (!text.includes(index === 0 ? 'uploaded by' : 'replaced by')) wrong.push(`${name} says: ${text}`);
    }
  }
  const ours = new Set(driven.map(({ name }) => name));
  for (const { name } of abilities) {
    if (name.startsWith('Job of ') && !ours.has(name)) wrong.push(`Nobody knows of ${name}.`);
  }
  for (const { deleted, text } of slack.transcript.messages) {
    if (!deleted && /^(Still )?(Uploading|Replacing|Updating) /i.test(text)) wrong.push(`A message was left: ${text}`);
  }
  return wrong;
}

type Account = Pick<ProofHouse['service'], 'apiKey' | 'baseUrl'>;

const clientOf = ({ apiKey, baseUrl }: Account) =>
  createServiceClient({ baseUrl, credential: { kind: 'api-key', value: apiKey } });
