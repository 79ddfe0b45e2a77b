import { join } from 'node:path';
import { withHouse } from './house.ts';
import { readCpuMs } from './process-cpu.ts';
import { judge, ms, type Section } from './section.ts';
import { startBareApp, startBot, startPlainApp } from './start-bot.ts';
import { type Load, PEOPLE, startLoad } from './start-load.ts';
import { startService } from './start-service.ts';
import { median, ratioOf, showRatio } from './statistics.ts';

const ROUNDS = 5;
/** CPU time is counted in hundredths of a second, so a round has to be some seconds of load. */
const ROUND_MS = 2000;
/** The first is far above what one workspace requests; the second finds the limit. */
const LOADS = [
  { name: '200/s', rate: 200, connections: 32 },
  { name: 'saturated, 16 connections', rate: null, connections: 16 },
] as const;
/** The plain app has no forms, so an ack alone is compared with Bolt's. */
const PAYLOADS: readonly Payload[] = [
  { name: '`/abilities`, a list', line: '', peer: 'plain', goals: { p99: 0.5, perSecond: 4, cpuMs: 0.7 } },
  { name: '`/abilities help`', line: 'help', peer: 'plain', goals: { perSecond: 1, cpuMs: 1.1 } },
  { name: 'a choice in a form', line: null, peer: 'bare', goals: { perSecond: 0.8, cpuMs: 1.25 } },
];

interface Payload {
  name: string;
  line: string | null;
  peer: Peer;
  /** Ratios to the peer: at most, and at least for `perSecond`. */
  goals: { p99?: number; perSecond?: number; cpuMs?: number };
}

type Peer = 'plain' | 'bare';

/** One side's result in one round. */
interface Round {
  p99: number;
  /** Acks per second. */
  perSecond: number;
  /** The same until the last request is answered as well. */
  answersPerSecond: number;
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

/** Ack latency, throughput and CPU time: the bot against a plain app and against Bolt alone, under the same load. */
export const benchAcks = (): Promise<Section> =>
  withHouse(async (house) => {
    const { closeLater, dir, startSlack } = house;
    const slack = await startSlack(PEOPLE);
    const service = await startService({ dataDir: join(dir, 'service'), seed: 'demo' });
    closeLater(() => service.process.stop());
    const send = await startLoad(slack, house);
    const { bot, eventsUrl } = await startBot({ slack, service, dataDir: join(dir, 'bot'), mode: 'http' });
    closeLater(() => bot.stop());
    const plain = await startPlainApp(slack, service);
    closeLater(() => plain.app.stop());
    const bare = await startBareApp(slack);
    closeLater(() => bare.app.stop());
    const ours: Side = { pid: bot.pid, url: eventsUrl };
    const peers: Record<Peer, Side> = {
      plain: { pid: plain.app.pid, url: plain.eventsUrl },
      bare: { pid: bare.app.pid, url: bare.eventsUrl },
    };
    const measure = async ({ pid, url }: Side, load: Omit<Load, 'url'>) => {
      const cpuBefore = await readCpuMs(pid);
      const startedAt = performance.now();
      const report = await send({ ...load, url });
      const requests = report.acked + report.failed;
      return {
        p99: report.p99,
        perSecond: (report.acked / report.tookMs) * 1000,
        answersPerSecond: (report.acked / (performance.now() - startedAt)) * 1000,
        cpuMs: ((await readCpuMs(pid)) - cpuBefore) / requests,
        generatorShare: report.cpuMs / report.tookMs,
        failed: report.failed,
      };
    };

    const warmUp = { rate: null, connections: 4, forMs: ROUND_MS };
    for (const { line, peer } of PAYLOADS) {
      for (const side of [ours, peers[peer]]) await measure(side, { line, ...warmUp });
    }
    const rows: string[][] = [];
    const notes: string[] = [];
    for (const { connections, name: loadName, rate } of LOADS) {
      for (const payload of PAYLOADS) {
        const rounds: Rounds = { bot: [], peer: [] };
        const what = { line: payload.line, rate, connections, forMs: ROUND_MS };
        for (let round = 0; round < ROUNDS; round += 1) {
          rounds.bot.push(await measure(ours, what));
          rounds.peer.push(await measure(peers[payload.peer], what));
        }
        const name = `${payload.name}; ${loadName}`;
        rows.push(...rowsOf(name, rounds, payload, rate === null));
        const failed = [...rounds.bot, ...rounds.peer].reduce((sum, one) => sum + one.failed, 0);
        if (failed > 0) notes.push(`${failed} requests of “${name}” were not acked.`);
        const share = median([...rounds.bot, ...rounds.peer].map((one) => one.generatorShare));
        if (share > 0.9) notes.push(`The load generator was the limit of “${name}”.`);
      }
    }
    return {
      title:
        '**acks**: the bot against a plain Bolt app, and for an ack alone against bare Bolt, under the same signed load',
      columns: ['what', 'bot', 'peer', 'bot / peer (spread of rounds)', 'goal'],
      rows,
      notes: [
        'The plain app is some sixty lines, written in an afternoon (`test/bench/processes/plain-app.ts`): it acks, asks Slack for the user, reads both lists and responds with the same buttons. It draws the same help from constants. It caches, validates, audits and masks nothing. A choice in a form needs nothing but its ack; its peer is Bolt alone. Acks may run ahead of the answers, so both are counted. CPU time includes all threads and the work after the ack.',
        ...notes,
      ],
    };
  });

interface Rounds {
  bot: Round[];
  peer: Round[];
}

function rowsOf(name: string, { bot, peer }: Rounds, payload: Payload, isUnpaced: boolean): string[][] {
  const row = (what: string, key: keyof Payload['goals'] | 'answersPerSecond', show: (value: number) => string) => {
    const ours = bot.map((round) => round[key]);
    const theirs = peer.map((round) => round[key]);
    const ratio = ratioOf(ours, theirs);
    const goal = key === 'answersPerSecond' ? undefined : payload.goals[key];
    const isMet = goal !== undefined && (key === 'perSecond' ? ratio.of >= goal : ratio.of <= goal);
    const judged = goal === undefined ? '' : judge(isMet, `at ${key === 'perSecond' ? 'least' : 'most'} ${goal}`);
    const against = payload.peer === 'plain' ? 'plain app' : 'bare Bolt';
    return [`${name}: ${what}`, show(median(ours)), `${show(median(theirs))} (${against})`, showRatio(ratio), judged];
  };
  const perSecond = (value: number) => `${value.toFixed(0)}/s`;
  return [
    row('p99', 'p99', ms),
    ...(isUnpaced ? [row('throughput, acks', 'perSecond', perSecond)] : []),
    ...(isUnpaced && payload.line !== null ? [row('throughput, answers', 'answersPerSecond', perSecond)] : []),
    row('CPU time per request', 'cpuMs', ms),
  ];
}
