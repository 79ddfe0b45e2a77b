import { join } from 'node:path';
import * as z from 'zod';
import { BenchProcess } from './bench-process.ts';
import { withHouse } from './house.ts';
import { type LoadJob, LoadReport } from './load-job.ts';
import { readCpuMs } from './process-cpu.ts';
import { judge, ms, type Section } from './section.ts';
import { startBareApp, startBot } from './start-bot.ts';
import { startService } from './start-service.ts';
import { median, ratioOf, showRatio } from './statistics.ts';

const ROUNDS = 5;
const ROUND_MS = 1000;
const P99_GOAL = 1.25;
const THROUGHPUT_GOAL = 0.8;
/** The first is far above what one workspace requests; the second finds the limit. */
const LOADS = [
  { name: '200/s', rate: 200, connections: 32 },
  { name: 'saturated, 16 connections', rate: null, connections: 16 },
] as const;
const PAYLOADS = [
  { name: '`/abilities`, a list', line: '' },
  { name: '`/abilities help`', line: 'help' },
  { name: 'a choice in a form', line: null },
] as const;

/** One side's result in one round. */
interface Round {
  p99: number;
  perSecond: number;
  /** The app's CPU time per request in milliseconds, including the work after the ack. */
  cpuMs: number;
  /** CPU share of the load generator: near 1, the generator is the bottleneck. */
  generatorShare: number;
  failed: number;
}

interface Side {
  pid: number;
  url: string;
}

/** Ack latency and throughput: the bot against Bolt alone under the same signed load. */
export const benchAcks = (): Promise<Section> =>
  withHouse(async ({ closeLater, dir, startSlack }) => {
    const slack = await startSlack();
    const service = await startService({ dataDir: join(dir, 'service'), seed: 'demo' });
    closeLater(() => service.process.stop());
    const sink = await BenchProcess.start('sink', {}, /^READY /);
    closeLater(() => sink.stop());
    const load = await BenchProcess.start('load', {}, /^READY/);
    closeLater(() => load.stop());
    const { bot, eventsUrl } = await startBot({ slack, service, dataDir: join(dir, 'bot'), mode: 'http' });
    closeLater(() => bot.stop());
    const { bare, eventsUrl: bareUrl } = await startBareApp(slack);
    closeLater(() => bare.stop());
    const sides = { bot: { pid: bot.pid, url: eventsUrl }, bare: { pid: bare.pid, url: bareUrl } };
    const job = {
      ...{ signingSecret: slack.signingSecret, teamId: slack.teamId, sinkUrl: sink.said.slice('READY '.length) },
      ...{ userId: slack.people.ana.id, channelId: slack.channels.ops.id },
    };
    let answersDue = 0;

    const measure = async ({ pid, url }: Side, rest: Pick<LoadJob, 'line' | 'rate' | 'connections' | 'forMs'>) => {
      const cpuBefore = await readCpuMs(pid);
      const report = await load.ask({ ...job, ...rest, url } satisfies LoadJob, LoadReport);
      if (rest.line !== null && pid === bot.pid) answersDue += report.acked;
      // Pending answers belong to this round and would disturb the next one.
      await untilAnswered(sink, answersDue);
      const requests = report.acked + report.failed;
      return {
        p99: report.p99,
        perSecond: (report.acked / report.tookMs) * 1000,
        cpuMs: ((await readCpuMs(pid)) - cpuBefore) / requests,
        generatorShare: report.cpuMs / report.tookMs,
        failed: report.failed,
      };
    };

    for (const { line } of PAYLOADS) {
      for (const side of Object.values(sides)) {
        await measure(side, { line, rate: null, connections: 4, forMs: ROUND_MS });
      }
    }
    const rows: string[][] = [];
    const notes: string[] = [];
    for (const { connections, name: loadName, rate } of LOADS) {
      for (const { line, name } of PAYLOADS) {
        const rounds: { bot: Round[]; bare: Round[] } = { bot: [], bare: [] };
        const what = { line, rate, connections, forMs: ROUND_MS };
        for (let round = 0; round < ROUNDS; round += 1) {
          rounds.bot.push(await measure(sides.bot, what));
          rounds.bare.push(await measure(sides.bare, what));
        }
        rows.push(...rowsOf(`${name}; ${loadName}`, rounds, rate === null));
        const failed = [...rounds.bot, ...rounds.bare].reduce((sum, one) => sum + one.failed, 0);
        if (failed > 0) notes.push(`${failed} requests of “${name}; ${loadName}” were not acked.`);
        const share = median([...rounds.bot, ...rounds.bare].map((one) => one.generatorShare));
        if (share > 0.9) notes.push(`The load generator was the limit of “${name}; ${loadName}”.`);
      }
    }
    return {
      title: '**acks**: the bot against bare Bolt, with the same receiver and the same signed load',
      columns: ['what', 'bot', 'bare Bolt', 'bot / bare (spread of rounds)', 'goal'],
      rows,
      notes: [
        'Bare Bolt does nothing after its ack. The bot does nothing more for a choice in a form, so these rows show the cost of the ack itself. A command then resolves the person, reads the lists, draws, and posts to a response URL in a separate process. CPU time includes all threads and the work after the ack; it says more than throughput when app, service, sink and load share two cores.',
        ...notes,
      ],
    };
  });

function rowsOf(name: string, { bare, bot }: { bot: Round[]; bare: Round[] }, isUnpaced: boolean): string[][] {
  const compare = (pick: (round: Round) => number) => ratioOf(bot.map(pick), bare.map(pick));
  const middle = (rounds: Round[], pick: (round: Round) => number) => median(rounds.map(pick));
  const p99 = compare((round) => round.p99);
  const throughput = compare((round) => round.perSecond);
  const cpu = compare((round) => round.cpuMs);
  const row = (what: string, pick: (round: Round) => number, show: (value: number) => string, last: string[]) => [
    ...[`${name}: ${what}`, show(middle(bot, pick)), show(middle(bare, pick))],
    ...last,
  ];
  const perSecond = (value: number) => `${value.toFixed(0)}/s`;
  return [
    row('p99', (round) => round.p99, ms, [showRatio(p99), judge(p99.of <= P99_GOAL, `at most ${P99_GOAL}`)]),
    ...(isUnpaced
      ? [
          row('throughput', (round) => round.perSecond, perSecond, [
            ...[showRatio(throughput), judge(throughput.of >= THROUGHPUT_GOAL, `at least ${THROUGHPUT_GOAL}`)],
          ]),
        ]
      : []),
    row('CPU time per request', (round) => round.cpuMs, ms, [showRatio(cpu), '']),
  ];
}

const Answers = z.object({ answers: z.number() });
const PATIENCE_MS = 20_000;

/** @throws if answers are missing. */
async function untilAnswered(sink: BenchProcess, due: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { answers } = await sink.ask({}, Answers);
    if (answers >= due) return;
    if (performance.now() > deadline) throw new Error(`Of ${due} commands ${answers} were answered.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
