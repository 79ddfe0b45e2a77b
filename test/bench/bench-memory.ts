import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ENDPOINTS } from '../../src/service/endpoints.ts';
import { BenchProcess } from './bench-process.ts';
import type { House } from './house.ts';
import { type MemoryJob, MemoryReport } from './memory-job.ts';
import { judge } from './section.ts';
import { startService } from './start-service.ts';

const MIB = 1024 * 1024;
const WORKSPACES = 100;
const MANY_WORKSPACES = 1000;
const HEAP_MIB = 512;
const WAIT_MS = 30_000;
const KEYS = { few: 5, many: 5000 };
const GOALS = { usedMib: 120, laterMib: 20, maskMs: 0.01 };

const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;

/** The heap of a bot for many workspaces with 5,000 Abilities each, and the time to mask a log line. */
export async function benchMemory(house: House): Promise<string[][]> {
  const service = await record(house);
  const { idleBytes, laterBytes, mask, usedBytes } = await measure(house, service, {
    ...{ count: WORKSPACES, waitMs: WAIT_MS, keys: KEYS },
  });
  const most = await measure(house, service, {
    ...{ count: MANY_WORKSPACES, waitMs: 0, keys: { few: 0, many: 0 } },
  }).catch(() => null);
  const isBack = laterBytes - idleBytes <= GOALS.laterMib * MIB;
  const what = `${WORKSPACES} workspaces with 5,000 Abilities each`;
  return [
    [
      `${what}: heap after use (${mib(idleBytes)} before)`,
      mib(usedBytes),
      judge(usedBytes <= GOALS.usedMib * MIB, `at most ${GOALS.usedMib} MiB`),
    ],
    [`${what}: heap 30 s later`, mib(laterBytes), judge(isBack, `at most ${GOALS.laterMib} MiB more than before`)],
    [
      `${MANY_WORKSPACES} such workspaces with a heap of ${HEAP_MIB} MiB`,
      most ? `${mib(most.usedBytes)} after use` : 'ended',
      judge(most !== null, 'fit'),
    ],
    [
      `masking a log line, ${KEYS.many} known keys / ${KEYS.few}`,
      `${(mask.many / mask.few).toFixed(1)}x`,
      judge(mask.many <= GOALS.maskMs * 1000, `at most ${GOALS.maskMs} ms`),
    ],
  ];
}

/** The local service's lists of the large account, answered without its work: it would take most of the time. */
async function record({ closeLater, dir }: House): Promise<{ baseUrl: string; apiKey: string }> {
  const { apiKey, baseUrl, process: service } = await startService({ dataDir: join(dir, 'service'), seed: 'large' });
  const bodies = new Map<string, string>();
  for (const { path } of [ENDPOINTS.listAbilities, ENDPOINTS.listInstalledAbilities]) {
    bodies.set(path, await (await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } })).text());
  }
  await service.stop();
  const server = createServer(({ url = '' }, response) => {
    const body = bodies.get(url);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closeLater(async () => void server.close());
  const address = server.address();
  return { apiKey, baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

async function measure(
  { dir }: House,
  service: { baseUrl: string; apiKey: string },
  job: MemoryJob,
): Promise<MemoryReport> {
  const env = {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    SERVICE_KEY: service.apiKey,
    SERVICE_BASE_URL: service.baseUrl,
    SLACK_CLIENT_ID: '11.22',
    SLACK_CLIENT_SECRET: 'client-secret-made-up',
    SLACK_STATE_SECRET: 'state-secret-made-up',
    SLACK_SIGNING_SECRET: 'signing-secret-made-up',
    ENCRYPTION_KEY: Buffer.alloc(32, 'made-up').toString('base64'),
    DATA_DIR: join(dir, `bot-${job.count}`),
  };
  const measured = await BenchProcess.start('memory', env, /^READY/);
  try {
    return await measured.ask(job, MemoryReport);
  } finally {
    await measured.stop();
  }
}
