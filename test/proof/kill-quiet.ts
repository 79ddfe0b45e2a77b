import { setTimeout as wait } from 'node:timers/promises';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { Random } from '../../packages/ability-zip/test/random.ts';
import { createServiceClient, type ServiceClient } from '../../src/service/client.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { type ProofHouse, startProofHouse } from './proof-house.ts';

const LONGEST_MS = 60_000;

export interface QuietReport {
  /** Quiets that were written down. */
  quiets: number;
  kills: number;
  /** Problems found, in sentences; empty if there are none. */
  wrong: string[];
}

/**
 * Everything is made quiet, and its time is over a moment later, while one of the processes is killed in both. What was
 * enabled before is enabled afterward, and nothing else.
 */
export async function killQuiets({
  kills,
  replicas,
  seed,
  store,
}: {
  store: StoreOptions;
  replicas: number;
  /** Two for each quiet. */
  kills: number;
  seed: number;
}): Promise<QuietReport> {
  const house = await startProofHouse({ store, replicas });
  try {
    const random = new Random(seed);
    const before = await enabledOf(house);
    const withinMs = await measureQuiet(house);
    const wrong: string[] = [];
    let quiets = 0;
    for (let round = 0; round < kills / 2; round += 1) {
      const isWritten = await beginKilled(house, random, { round, withinMs });
      if (isWritten) quiets += 1;
      if (isWritten) await endKilled(house, random, { round, withinMs });
      const after = await enabledOf(house);
      if (after.join() !== before.join())
        wrong.push(`Round ${round + 1}: ${after.join()} instead of ${before.join()}.`);
    }
    return { quiets, kills, wrong };
  } finally {
    await house.close();
  }
}

export const clientOf = ({ service }: ProofHouse): ServiceClient =>
  createServiceClient({
    baseUrl: service.baseUrl,
    credential: { kind: 'api-key', value: service.apiKey },
    timeoutMs: 60_000,
  });

export async function enabledOf(house: ProofHouse): Promise<string[]> {
  const rows = await clientOf(house).listInstalledAbilities();
  return rows.flatMap(({ enabled, name }) => (enabled ? [name] : [])).sort();
}

export const quietsOf = ({ slack, store }: ProofHouse) => store.of(slack.teamId).quietsOf(0);

const MAX_ASKED = 10;

/** Repeats a command that is refused: a busy machine may not find the person's role in time. */
export async function ask({ slack }: ProofHouse, line: string, answer: RegExp): Promise<void> {
  for (let asked = 0; asked < MAX_ASKED; asked += 1) {
    const after = slack.transcript.revision;
    await slack.as(slack.people.ana).command(line);
    const message = await slack.nextMessage(({ ephemeralFor }) => ephemeralFor !== null, { after });
    if (answer.test(renderText(message))) return;
  }
  throw new Error(`${line} is not answered.`);
}

/**
 * How long quiet takes here, without a kill. Measured after a start, as each kill of a round is followed by one: the first
 * command of a process takes several times as long as the next.
 */
async function measureQuiet(house: ProofHouse): Promise<number> {
  for (const bot of house.bots) {
    await bot.kill();
    await bot.start();
  }
  const startedAt = Date.now();
  await ask(house, 'quiet', /Everything is quiet/);
  const ms = Date.now() - startedAt;
  await ask(house, 'resume', /Quiet ended/);
  return ms;
}

interface Kill {
  round: number;
  /** At most this long after quiet was asked for, or is due. */
  withinMs: number;
}

async function killOne({ bots }: ProofHouse, random: Random, { round, withinMs }: Kill): Promise<void> {
  await wait(random.below(withinMs));
  const bot = bots[round % bots.length];
  await bot?.kill();
  await bot?.start();
}

/** @returns whether it was written down: then it has begun, and has to end. */
async function beginKilled(house: ProofHouse, random: Random, kill: Kill): Promise<boolean> {
  const { slack, store } = house;
  const asked = slack.as(slack.people.ana).command('quiet for 30m');
  await Promise.all([asked.catch(() => undefined), killOne(house, random, kill)]);
  // What another process does has ended when nothing holds the quiets any more.
  const deadline = Date.now() + LONGEST_MS;
  for (;;) {
    if (Date.now() > deadline) throw new Error(`Quiet does not begin.\n${house.bots[0]?.tail}`);
    const leases = store.of(slack.teamId).newLeaseHolder();
    if (await leases.take('quiets', 1000)) {
      await leases.release('quiets');
      break;
    }
    await wait(50);
  }
  return (await quietsOf(house).list()).length > 0;
}

/** Lets its time be over, and waits for its end. */
async function endKilled(house: ProofHouse, random: Random, { round, withinMs }: Kill): Promise<void> {
  const { slack, store } = house;
  const ofTeam = store.of(slack.teamId);
  const [quiet] = await quietsOf(house).list();
  if (!quiet) return;
  const endsAt = Date.now();
  await quietsOf(house).save({ ...quiet, endsAt });
  const { id, userId } = quiet;
  const planned = { id, userId, channelId: null, partOf: null, line: `resume due:${id}` };
  await ofTeam.schedulesOf(0).plan(planned, endsAt);
  // Processes look every minute; the next start looks at once.
  await killOne(house, random, { round: round + 1, withinMs });
  const deadline = Date.now() + LONGEST_MS;
  while ((await quietsOf(house).list()).length > 0) {
    if (Date.now() > deadline) throw new Error(`Quiet does not end.\n${house.bots.map(({ tail }) => tail).join('\n')}`);
    await wait(50);
  }
}
