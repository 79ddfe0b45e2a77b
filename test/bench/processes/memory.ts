import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Workspaces } from '../../../src/app/multi/workspaces.ts';
import { makeOpenService } from '../../../src/app/open-service.ts';
import { clientMaker } from '../../../src/app/opened.ts';
import { openSpool } from '../../../src/app/workspace.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { createLogger, maskSecrets } from '../../../src/base/logger.ts';
import { withTimeBudget } from '../../../src/base/request-context.ts';
import { learnSecret } from '../../../src/base/secrets.ts';
import { readConfig } from '../../../src/config/config.ts';
import { DEADLINES } from '../../../src/core/deadlines.ts';
import { explainServiceError } from '../../../src/core/explain-service-error.ts';
import { readCatalog } from '../../../src/core/lookup.ts';
import { Metrics } from '../../../src/metrics/metrics.ts';
import { isServiceError } from '../../../src/service/errors.ts';
import { DrawnMessages } from '../../../src/slack/outbound/pressed-messages.ts';
import { OutboundQueue } from '../../../src/slack/outbound/queue.ts';
import { PeopleMemory } from '../../../src/slack/people/people-memory.ts';
import { openStore } from '../../../src/store/store.ts';
import { CodeMemory } from '../../../src/uploads/examine-code.ts';
import { UploadWorker } from '../../../src/uploads/worker.ts';
import { MemoryJob, type MemoryReport } from '../memory-job.ts';

/**
 * The workspaces of a bot for many, without Slack. For each of as many as the job says it does what a list needs, and
 * reports the heap. SERVICE_KEY is the account that all of them have connected; the other settings are the bot's.
 */
const config = readConfig(process.env);
const { SERVICE_KEY: apiKey = '' } = process.env;
const metrics = new Metrics({ mode: 'http' });
const log = createLogger('error', []);
if (config.tenancy.kind !== 'multi') throw new Error('This is about many workspaces.');
const store = await openStore({ ...config.store, keys: config.tenancy.keys });
const uploadWorker = new UploadWorker(
  { tenantId: null, store, log, clock: systemClock, toolsOf: (id) => workspaces.toolsOf(id) },
  { atOnce: 1, leaseMs: 1000, pollMs: 1000 },
);
const queue = new OutboundQueue(systemClock, log);
const drawn = new DrawnMessages();
const codes = new CodeMemory();
const people = new PeopleMemory(config.memory.peopleBytes, systemClock.monotonic);
const shared = { clock: systemClock, codes, config, drawn, log, metrics, people, queue, store, uploads: {} };
const workspaces: Workspaces = new Workspaces({
  shared: { ...shared, spool: await openSpool(config), uploadWorker, deadlines: DEADLINES },
  authorize: async ({ teamId = '' }) => {
    const tenant = { id: teamId, teamId, enterpriseId: null };
    return { tenant, token: `xoxb-made-up-${teamId}`, botId: 'B1', botUserId: 'U1' };
  },
  openService: makeOpenService(config, metrics, log),
  makeClient: clientMaker({ config, log, metrics }),
  onRevoked: () => undefined,
});

async function connect(id: string): Promise<void> {
  if ((await store.of(id).account.versionOf()) === 0) await store.of(id).account.save({ apiKey, connectedBy: 'U1' });
}

/** What a list needs: the workspace, with its Slack client, and its catalog. */
async function use(id: string): Promise<void> {
  const workspace = await workspaces.byTenant(id);
  if (!workspace?.client.web) throw new Error(`There is no workspace ${id}.`);
  const { entries } = await readCatalog(workspace.context, { mayBeCached: true });
  if (entries.length < 5000) throw new Error('This is not the large account.');
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapBytes(): number {
  // What was freed by the first may free more.
  for (let times = 0; times < 3; times += 1) collectGarbage();
  return process.memoryUsage().heapUsed;
}

const LINE = JSON.stringify({
  level: 30,
  ref: 'abc123',
  method: 'GET',
  path: '/api/capabilities/',
  msg: 'x'.repeat(200),
});
const LINES = 1000;

/** Microseconds to mask a line: the best of many, since others use the processor too. */
function maskMicroseconds(): number {
  const rounds = Array.from({ length: 60 }, () => {
    const startedAt = performance.now();
    for (let n = 0; n < LINES; n += 1) maskSecrets(`${LINE}${n}`);
    return performance.now() - startedAt;
  });
  return (Math.min(...rounds) * 1000) / LINES;
}

/** How long an answer is on its way to Slack, with the lists that it was drawn from. */
const DELIVERY_MS = 300;

/** A command of each workspace at the same moment, with the time budget of a command. */
async function useTogether(ids: readonly string[]): Promise<Pick<MemoryReport, 'answeredMs' | 'errors'>> {
  const answeredMs: number[] = [];
  const errors: Record<string, number> = {};
  const startedAt = performance.now();
  const ask = (id: string) =>
    withTimeBudget(2 * config.service.timeoutMs, async () => {
      const workspace = await workspaces.byTenant(id);
      const catalog = workspace && (await readCatalog(workspace.context, { mayBeCached: true }));
      answeredMs.push(Math.round(performance.now() - startedAt));
      await wait(DELIVERY_MS);
      if (!catalog || catalog.entries.length < 5000) throw new Error('This is not the large account.');
    });
  await Promise.all(
    ids.map((id) =>
      ask(id).catch((error: unknown) => {
        const what = isServiceError(error) ? explainServiceError(error) : String(error);
        errors[what] = (errors[what] ?? 0) + 1;
      }),
    ),
  );
  return { answeredMs, errors };
}

async function useInTurn(ids: readonly string[]): Promise<Pick<MemoryReport, 'answeredMs' | 'errors'>> {
  for (const id of ids) await use(id);
  return { answeredMs: [], errors: {} };
}

async function run({ count, keys, together, waitMs }: MemoryJob): Promise<MemoryReport> {
  const ids = Array.from({ length: count }, (_, n) => `T${n + 1}`);
  for (const id of ['T0', ...ids]) await connect(id);
  await use('T0');
  await wait(waitMs);
  const idleBytes = heapBytes();
  const answers = await (together ? useTogether : useInTurn)(ids);
  const usedBytes = heapBytes();
  await wait(waitMs);
  const laterBytes = heapBytes();
  for (let n = 0; n < keys.few; n += 1) learnSecret(`sk_live_made-up-few-${n}`);
  const few = maskMicroseconds();
  for (let n = 0; n < keys.many; n += 1) learnSecret(`${n % 2 ? 'sk_live_' : n}-made-up-many-${n}`);
  return { ...answers, idleBytes, usedBytes, laterBytes, mask: { few, many: maskMicroseconds() } };
}

process.on('message', (message) => void run(MemoryJob.parse(message)).then((report) => process.send?.(report)));
process.on('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
process.stdout.write('READY\n');
