import { join } from 'node:path';
import { AbilityList } from '@abilities-bot/service-api';
import { ENDPOINTS } from '../../src/service/endpoints.ts';
import { databaseUrl, isAnswering, runOnServer } from '../store/postgresql-server.ts';
import { type House, withHouse } from './house.ts';
import { readCpuMs } from './process-cpu.ts';
import { judge, type Section } from './section.ts';
import { startBot } from './start-bot.ts';
import { startService } from './start-service.ts';
import { median, ratioOf, showRatio } from './statistics.ts';
import { UploadQueue } from './upload-queue.ts';

/** The second round is in reverse order because the account grows. */
const ROUNDS = [
  [1, 2, 3],
  [3, 2, 1],
];
const REPLICAS = [1, 2, 3];
const GOAL = 2.2;
/** Used only by this bench and recreated each time. */
const DATABASE = 'abilities_bench';

/** A service that responds immediately, and one with the latency of a remote one. */
const SERVICES = [
  { name: 'responds immediately', delayMs: 0, uploads: 60 },
  { name: '0.1 s slower per response', delayMs: 100, uploads: 45 },
] as const;

interface Round {
  perMinute: number;
  /** CPU cores in use by each. */
  cores: Record<'bots' | 'service' | 'slack', number>;
}

/** Uploads per minute with one, two and three processes on one PostgreSQL. */
export const benchUploads = (): Promise<Section> =>
  withHouse(async (house) => {
    const columns = ['the service', 'processes', 'per minute', 'against one (spread of rounds)'];
    const section = {
      title: '**uploads**: uploads per minute of several processes on one PostgreSQL, against one',
      columns: [...columns, 'cores busy: bots, service, Slack', 'goal'],
    };
    if (!(await isAnswering())) return { ...section, rows: [], notes: ['PostgreSQL does not answer: not measured.'] };
    const rows: string[][] = [];
    for (const service of SERVICES) rows.push(...(await measureService(service, house)));
    return {
      ...section,
      rows,
      notes: [
        'Small queued zips, until the last result is posted. If the busy cores plus PostgreSQL come near those of the machine, the machine is the limit.',
      ],
    };
  });

async function measureService({ delayMs, name, uploads }: (typeof SERVICES)[number], house: House) {
  const { dir, startSlack } = house;
  await runOnServer(`drop database if exists ${DATABASE} with (force)`);
  await runOnServer(`create database ${DATABASE}`);
  const folder = join(dir, String(delayMs));
  const options = { databaseUrl: databaseUrl(DATABASE), dataDir: folder };
  const slack = await startSlack();
  const service = await startService({ dataDir: join(folder, 'service'), delayMs });
  const queue = await UploadQueue.open(slack, options);
  const bots = await Promise.all(
    REPLICAS.map(async (number) => {
      const surroundings = { slack, service, databaseUrl: options.databaseUrl, mode: 'http' } as const;
      return (await startBot({ ...surroundings, dataDir: join(folder, `bot-${number}`) })).bot;
    }),
  );
  const close = async () => {
    for (const bot of bots) await bot.stop();
    await queue.close();
    await service.process.stop();
    await runOnServer(`drop database if exists ${DATABASE} with (force)`);
  };

  const measure = async (replicas: number): Promise<Round> => {
    const working = bots.slice(0, replicas);
    for (const bot of bots) bot.rest();
    for (const bot of working) bot.goOn();
    const cpu = async () => ({
      bots: (await Promise.all(working.map(({ pid }) => readCpuMs(pid)))).reduce((sum, one) => sum + one, 0),
      service: await readCpuMs(service.process.pid),
      slack: await readCpuMs(process.pid),
    });
    await queue.fill(uploads);
    const before = await cpu();
    const tookMs = await queue.untilTold();
    const after = await cpu();
    const busy = (who: keyof Round['cores']) => (after[who] - before[who]) / tookMs;
    return {
      perMinute: (uploads / tookMs) * 60_000,
      cores: { bots: busy('bots'), service: busy('service'), slack: busy('slack') },
    };
  };

  try {
    const rounds = new Map(REPLICAS.map((replicas): [number, Round[]] => [replicas, []]));
    for (const order of ROUNDS) {
      for (const replicas of order) rounds.get(replicas)?.push(await measure(replicas));
    }
    await expectAll(uploads * ROUNDS.length * REPLICAS.length, service);
    return [...rounds].map(([replicas, measured]) => rowOf(name, replicas, measured, rounds.get(1) ?? []));
  } finally {
    await close();
  }
}

function rowOf(name: string, replicas: number, measured: readonly Round[], alone: readonly Round[]): string[] {
  const perMinute = (rounds: readonly Round[]) => rounds.map((round) => round.perMinute);
  const ratio = ratioOf(perMinute(measured), perMinute(alone));
  const busy = (['bots', 'service', 'slack'] as const).map((who) => median(measured.map(({ cores }) => cores[who])));
  return [
    ...[name, String(replicas), median(perMinute(measured)).toFixed(0), showRatio(ratio)],
    busy.map((cores) => cores.toFixed(2)).join(', '),
    replicas === Math.max(...REPLICAS) ? judge(ratio.of >= GOAL, `at least ${GOAL}`) : '',
  ];
}

/** A final message may also be a refusal. @throws if the account does not have all of them. */
async function expectAll(uploads: number, { apiKey, baseUrl }: { apiKey: string; baseUrl: string }): Promise<void> {
  const headers = { 'x-api-key': apiKey };
  const response = await fetch(`${baseUrl}${ENDPOINTS.listAbilities.path}`, { headers });
  const { length } = AbilityList.parse(await response.json());
  if (length !== uploads) throw new Error(`Of ${uploads} uploads ${length} are on the account.`);
}
