import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import * as z from 'zod';
import { BenchProcess } from '../bench-process.ts';
import type { House } from '../house.ts';
import { type LoadJob, LoadReport } from '../load-job.ts';
import { judge } from '../section.ts';
import { median } from '../statistics.ts';
import { type InstalledBot, startInstalledBot } from './multi-bot.ts';
import { type PostgresqlRelay, startPostgresqlRelay } from './postgresql-relay.ts';
import { hear, withDatabase } from './replicas.ts';

const COMMANDS = 30;
/** For what a command still writes after its answer. */
const AFTER_MS = 100;
const AWAY_MS = 50;
const PER_SECOND = 160;
const LOAD_MS = 5000;
/** 60 ms of 50. */
const ACK_GOAL = 1.2;
const PATIENCE_MS = 30_000;

/** What a command needs of the database, and what it costs if the database is far away. */
export const benchDatabase = (house: House): Promise<string[][]> =>
  withDatabase('abilities_bench_scale', async (url) => {
    const relay = await startPostgresqlRelay(url);
    const installed = await startInstalledBot(house, relay.url);
    try {
      return [...(await benchStatements(installed, relay)), ...(await benchAway(house, installed, relay))];
    } finally {
      await installed.close();
      await relay.close();
    }
  });

/** Medians, since the bot also looks for work in the background. */
async function benchStatements({ slack }: InstalledBot, { statements }: PostgresqlRelay): Promise<string[][]> {
  const ana = slack.as(slack.people.ana);
  const counts: { all: number; beforeAck: number }[] = [];
  for (let command = 0; command <= COMMANDS; command += 1) {
    const after = slack.transcript.revision;
    const before = statements.length;
    await ana.command('list');
    const beforeAck = statements.length - before;
    await hear(slack, 'Abilities · ', after);
    await wait(AFTER_MS);
    // The first one warms up.
    if (command > 0) counts.push({ all: statements.length - before, beforeAck });
  }
  const all = median(counts.map((count) => count.all));
  const beforeAck = median(counts.map((count) => count.beforeAck));
  return [
    ['statements of a warm command', String(all), judge(all <= 1, 'at most 1')],
    ['before its ack', String(beforeAck), judge(beforeAck === 0, '0')],
  ];
}

const Answers = z.object({ answers: z.number() });

async function benchAway(
  { closeLater }: House,
  { eventsUrl, slack }: InstalledBot,
  relay: PostgresqlRelay,
): Promise<string[][]> {
  const sink = await BenchProcess.start('sink', {}, /^READY /);
  closeLater(() => sink.stop());
  const load = await BenchProcess.start('load', {}, /^READY/);
  closeLater(() => load.stop());
  const job: LoadJob = {
    url: eventsUrl,
    signingSecret: slack.signingSecret,
    teamId: slack.teamId,
    line: 'list',
    userIds: Object.values(slack.people).map(({ id }) => id),
    channelId: slack.channels.ops.id,
    sinkUrl: sink.said.slice('READY '.length),
    rate: PER_SECOND,
    connections: 64,
    forMs: LOAD_MS,
  };
  let answersDue = 0;
  let answers = 0;
  const measure = async () => {
    const { acked, failed, p99 } = await load.ask(job, LoadReport);
    answersDue += acked;
    const deadline = performance.now() + PATIENCE_MS;
    while (answers < answersDue && performance.now() < deadline) {
      ({ answers } = await sink.ask({}, Answers));
      await wait(50);
    }
    return { p99, failed, sent: acked + failed };
  };
  // Also warms up.
  const near = await measure();
  relay.delay(AWAY_MS);
  const roundTripMs = await measureRoundTrip(relay.url);
  const away = await measure();
  relay.delay(0);
  const ratio = away.p99 / roundTripMs;
  const roundTrips = `${ratio.toFixed(2)} round trips (near: ${(near.p99 / roundTripMs).toFixed(2)})`;
  const what = `database ${AWAY_MS} ms away, ${PER_SECOND} commands a second`;
  const unanswered = near.failed + away.failed + Math.max(0, answersDue - answers);
  return [
    [`${what}: ack p99`, roundTrips, judge(ratio <= ACK_GOAL, `at most ${ACK_GOAL}`)],
    [`${what}: not acked, or not answered`, `${unanswered} of ${near.sent + away.sent}`, judge(unanswered === 0, '0')],
  ];
}

async function measureRoundTrip(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const times: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const startedAt = performance.now();
      await client.query('select 1');
      times.push(performance.now() - startedAt);
    }
    return median(times);
  } finally {
    await client.end();
  }
}
