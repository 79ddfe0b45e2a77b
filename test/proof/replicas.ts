import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../packages/ability-zip/test/random.ts';
import { openStore } from '../../src/store/store.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { runOnServer } from '../store/postgresql-server.ts';
import type { BotProcess } from './bot-process.ts';
import { type CloudProofHouse, type ProofWorkspace, startCloudProofHouse } from './cloud-proof-house.ts';
import { driveSwitch, driveWords, type Toggles, type Words } from './drive-changes.ts';
import { type Driven, driveUploads } from './drive-uploads.ts';
import { examineChanges } from './examine-changes.ts';
import { everythingEnds, examine } from './kill-uploads.ts';
import { type Waited, Walk } from './walk.ts';

/** One person of every fourth workspace uploads instead of changing words. */
const UPLOADS_EVERY = 4;
/** For all that the last kill has left, far longer than it takes on a busy machine. */
const END_MS = 10 * 60_000;
/** Far longer than a start takes on a busy machine. */
const START_MS = 60_000;

export interface ReplicasOptions {
  databaseUrl: string;
  dataDir: string;
  replicas: number;
  workspaces: number;
  seconds: number;
  /** How long a person pauses after each change. */
  pauseMs: number;
  /** A process is killed and started again this long after the previous one has started. */
  killEveryMs: number;
  /** All connections to the database are cut. */
  cutEveryMs: number;
  seed: number;
}

export interface ReplicasReport {
  /** Requests of people, drops included, uploads excluded. */
  requests: number;
  /** Changes that people were told to be done. */
  told: number;
  uploads: number;
  kills: number;
  cuts: number;
  /** Requests without an answer because the process that got them was killed: before its ack, and right after it. */
  cutOff: { unacked: number; acked: number };
  /** How often each answer came that told of no change, by its first line. */
  otherAnswers: Record<string, number>;
  /** Problems found, in sentences; empty if there are none. */
  wrong: string[];
}

/** What the people of one workspace have done. */
export interface Walked {
  workspace: ProofWorkspace;
  waits: Waited[];
  toggles: Toggles;
  /** Null where that person uploads. */
  words: Words | null;
  uploads: Driven[];
}

/**
 * People of many workspaces list, toggle, change words, open Home, drop and upload through a balancer, while processes
 * are killed and the connections to the database are cut. Then compares what they were told, the audit log, what the
 * service has received, and what the accounts contain.
 */
export async function proveReplicas(options: ReplicasOptions): Promise<ReplicasReport> {
  const house = await startCloudProofHouse(options);
  const keys = madeUpRing('cloud proof house');
  try {
    const since = new Date();
    const stop = AbortSignal.timeout(options.seconds * 1000);
    const walking = house.workspaces.map((workspace, number) =>
      walk(house, workspace, number, { pauseMs: options.pauseMs, stop }),
    );
    const [walked, disturbed] = await Promise.all([Promise.all(walking), disturb(house, options, stop)]);
    const store = await openStore({ dataDir: options.dataDir, databaseUrl: options.databaseUrl, keys });
    try {
      const wrong: string[] = [];
      const deadline = Date.now() + END_MS;
      for (const one of walked) {
        const { service, slack } = one.workspace;
        const auditLog = store.of(slack.teamId).auditLog;
        while (Date.now() < deadline && (await auditLog.runningSince(since, { withoutUploads: true })) > 0)
          await wait(50);
        const found = [
          ...(await everythingEnds({ bots: house.bots, store, slack }, deadline - Date.now())),
          ...(await examine({ service, slack }, one.uploads)),
          ...(await examineChanges(one, house.changes, await auditLog.all({ since }, 10_000))),
        ];
        wrong.push(...found.map((sentence) => `${slack.team.name}: ${sentence}`));
      }
      return { ...summarize(walked), ...disturbed, wrong };
    } finally {
      await store.close();
    }
  } finally {
    await house.close();
  }
}

async function walk(
  { handled }: CloudProofHouse,
  workspace: ProofWorkspace,
  number: number,
  { pauseMs, stop }: { pauseMs: number; stop: AbortSignal },
): Promise<Walked> {
  const { slack } = workspace;
  const [ana, ben] = [slack.people.ana, slack.people.ben].map((person) => new Walk(slack, slack.as(person), handled));
  if (!ana || !ben) throw new Error('A workspace has two people.');
  const isUploading = number % UPLOADS_EVERY === UPLOADS_EVERY - 1;
  const [toggles, words, uploads] = await Promise.all([
    driveSwitch(ana, pauseMs, stop),
    isUploading ? null : driveWords(ben, pauseMs, stop),
    isUploading ? driveUploads({ slack }, ben.driver, 'Job of ben', stop) : [],
  ]);
  return { workspace, toggles, words, uploads, waits: [...ana.waits, ...ben.waits] };
}

/** @returns how often, until `stop`. */
async function disturb(
  { bots, handled }: CloudProofHouse,
  { cutEveryMs, databaseUrl, killEveryMs, seed }: ReplicasOptions,
  stop: AbortSignal,
): Promise<Pick<ReplicasReport, 'cuts' | 'kills'>> {
  const random = new Random(seed);
  const done = { cuts: 0, kills: 0 };
  const every = async (ms: number, work: () => Promise<void>) => {
    for (;;) {
      await wait(ms, undefined, { signal: stop }).catch(() => undefined);
      if (stop.aborted) return;
      await work();
    }
  };
  await Promise.all([
    every(killEveryMs, async () => {
      const bot = random.of(bots);
      await handled.kill(bot);
      await supervise(bot);
      done.kills += 1;
    }),
    every(cutEveryMs, async () => {
      await runOnServer(CUT, databaseUrl);
      done.cuts += 1;
    }),
  ]);
  return done;
}

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Starts a bot, and again if a cut of its connection has ended its start. @throws after the third time. */
async function supervise(bot: BotProcess, tries = 3): Promise<void> {
  const started = new AbortController();
  const tooLate = wait(START_MS, null, { signal: started.signal }).then(
    () => Promise.reject(new Error(`A bot neither starts nor ends.\n${bot.tail}`)),
    () => undefined,
  );
  try {
    await Promise.race([bot.start(), tooLate]);
    started.abort();
  } catch (error) {
    if (tries <= 1) throw error;
    await supervise(bot, tries - 1);
  }
}

function summarize(walked: readonly Walked[]): Omit<ReplicasReport, 'cuts' | 'kills' | 'wrong'> {
  const waits = walked.flatMap((one) => one.waits);
  const cutOff = waits.filter(({ end }) => end === 'cut-off');
  const otherAnswers: Record<string, number> = {};
  for (const line of walked.flatMap(({ toggles, words }) => [...toggles.others, ...(words?.others ?? [])])) {
    const kind = line.replace(/\(ref [^)]*\)|[0-9a-f]{6,}|\d+/g, '…').slice(0, 120);
    otherAnswers[kind] = (otherAnswers[kind] ?? 0) + 1;
  }
  return {
    requests: waits.length,
    told: walked.reduce((sum, { toggles, words }) => sum + toggles.told + (words?.told ?? 0), 0),
    uploads: walked.flatMap(({ uploads }) => uploads).reduce((sum, { rounds }) => sum + rounds, 0),
    cutOff: {
      unacked: cutOff.filter(({ wasAcked }) => !wasAcked).length,
      acked: cutOff.filter(({ wasAcked }) => wasAcked).length,
    },
    otherAnswers,
  };
}
