import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalService, startLocalService } from '@abilities-bot/local-service';
import { type LocalSlack, startLocalSlack } from '@abilities-bot/local-slack';
import { UNHURRIED } from '../../packages/local-slack/test/unhurried.ts';
import { startBalancer } from '../../packages/playground/src/balancer.ts';
import { BOT_EVENTS, BOT_SCOPES } from '../../src/slack/workspace.ts';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts';
import { BotProcess } from './bot-process.ts';
import type { ProofTimes } from './proof-times.ts';

export interface ProofHouse {
  service: LocalService;
  slack: LocalSlack;
  bots: BotProcess[];
  /** Adds another bot; the caller starts it. */
  addBot: (times?: ProofTimes) => BotProcess;
  /** The bots' store, opened separately. */
  store: Store;
  /** The bots' folder for files in transit. */
  spoolDir: string;
  close: () => Promise<void>;
}

export interface ProofHouseOptions {
  store: StoreOptions;
  replicas: number;
  /** Defaults to `demo`. */
  account?: 'demo' | 'large';
  /** Over HTTP the bots are behind a balancer. */
  mode?: 'socket' | 'http';
  /** How long Slack waits for an ack; defaults to much longer than its own 3 s. */
  ackTimeoutMs?: number;
  /** How long the bots wait for the service; short only if it is late on purpose. */
  serviceTimeoutMs?: number;
  /** Overrides of the bots' environment. */
  env?: Record<string, string>;
  /** Overrides of the bots' short times. */
  times?: ProofTimes;
}

/** The service and a Slack in this process, the bots as separate processes on one store. */
export async function startProofHouse({
  ackTimeoutMs = UNHURRIED.ackTimeoutMs,
  mode = 'socket',
  account = 'demo',
  serviceTimeoutMs = 60_000,
  ...options
}: ProofHouseOptions): Promise<ProofHouse> {
  const dir = await mkdtemp(join(tmpdir(), 'abilities-proof-'));
  const service = await startLocalService({
    dataDir: join(dir, 'service'),
    seed: account,
    logger: false,
    agentRowsCarryAbilities: true,
  });
  const slack = await startLocalSlack({
    scopes: Object.keys(BOT_SCOPES),
    events: BOT_EVENTS,
    ...UNHURRIED,
    ackTimeoutMs,
  });
  const { dataDir, databaseUrl } = options.store;
  const spoolDir = join(dir, 'spool');
  const settings = {
    SLACK_BOT_TOKEN: slack.botToken,
    ...(mode === 'socket' ? { SLACK_APP_TOKEN: slack.appToken } : { SLACK_SIGNING_SECRET: slack.signingSecret }),
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_TIMEOUT_MS: String(serviceTimeoutMs),
    // Both people here replace Abilities.
    MEMBER_ROLE: 'admin',
    PORT: '0',
    DATA_DIR: dataDir,
    SPOOL_DIR: spoolDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...options.env,
    PROOF_TIMES: JSON.stringify(options.times ?? {}),
  };
  const bots = Array.from({ length: options.replicas }, () => new BotProcess(settings));
  await Promise.all(bots.map((bot) => bot.start()));
  const portsOf = () => bots.flatMap(({ port }) => (port === null ? [] : [port]));
  const balancer = mode === 'http' ? await startBalancer(portsOf) : null;
  if (balancer) slack.useHttp(`${balancer.baseUrl}/slack/events`);
  const store = await openStore(options.store);
  return {
    service,
    slack,
    bots,
    store,
    spoolDir,
    addBot: (times = options.times ?? {}) => {
      const bot = new BotProcess({ ...settings, PROOF_TIMES: JSON.stringify(times) });
      bots.push(bot);
      return bot;
    },
    close: async () => {
      await Promise.all(bots.map((bot) => bot.kill()));
      await balancer?.close();
      await store.close();
      await slack.close();
      await service.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
