import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '@abilities-bot/ability-zip';
import { type LocalService, type LocalServiceOptions, startLocalService } from '@abilities-bot/local-service';
import { type LocalSlack, type LocalSlackOptions, startLocalSlack } from '@abilities-bot/local-slack';
import { makeOpenService } from '../../../src/app/open-service.ts';
import { type Bot, type BotOptions, startBot } from '../../../src/app/start-bot.ts';
import type { Logger } from '../../../src/base/logger.ts';
import type { Config } from '../../../src/config/config.ts';
import { DEFAULT_SERVICE_NAME } from '../../../src/core/service-name.ts';
import { Metrics } from '../../../src/metrics/metrics.ts';
import { DECLARED_APP } from './declared-app.ts';
import { FRESH_POLICY } from './fresh-policy.ts';

export interface PlaygroundOptions {
  mode: 'socket' | 'http';
  log: Logger;
  /**
   * Folder for all data; existing data in it is used. Default: a temporary folder with the demo account. Deleted on
   * close.
   */
  folder?: string;
  service?: Partial<LocalServiceOptions>;
  slack?: LocalSlackOptions;
  uploads?: Partial<Config['uploads']>;
  /** Default: in the thread of a shared message. */
  notices?: Config['notices'];
  /** Overrides of a fresh workspace's policy. */
  policy?: Partial<Config['policy']>;
  /** Overrides, in milliseconds. */
  times?: Partial<Pick<Config, 'approvalMs' | 'historyMs' | 'watchMs'>>;
  /** Overrides of upload timings. */
  uploadTimes?: BotOptions['uploads'];
  /** Overrides of the request limits. */
  requestLimits?: BotOptions['requestLimits'];
  /** PostgreSQL for the bot's own data; defaults to a file in the temporary folder. */
  databaseUrl?: string;
  /** Default: as without the settings. */
  serviceName?: Config['serviceName'];
  serviceTimeoutMs?: number;
  /** How long lists are cached; defaults to the bot's usual time. */
  serviceKeepMs?: number;
  deadlines?: BotOptions['deadlines'];
  clock?: BotOptions['clock'];
  /** A separate port for /metrics, 0 for any; defaults to the bot's port. */
  metricsPort?: number;
}

export interface Playground {
  slack: LocalSlack;
  service: LocalService;
  bot: Bot;
  config: Config;
  close: () => Promise<void>;
}

/**
 * The complete setup on this machine: the service with its demo account, a Slack workspace, and the real bot between
 * them.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const dir = options.folder ?? (await mkdtemp(join(tmpdir(), 'abilities-playground-')));
  const account = options.folder ? {} : { seed: 'demo' as const };
  const service = await startLocalService({
    dataDir: join(dir, 'service'),
    logger: false,
    ...account,
    ...options.service,
  });
  const slack = await startLocalSlack({ ...DECLARED_APP, ...options.slack });
  const config = configFor(options, { dir, service, slack });
  const metrics = new Metrics({ mode: options.mode });
  const bot = await startBot({
    config,
    metrics,
    log: options.log,
    openService: makeOpenService(config, metrics, options.log),
    ...(options.deadlines ? { deadlines: options.deadlines } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.uploadTimes ? { uploads: options.uploadTimes } : {}),
    ...(options.requestLimits ? { requestLimits: options.requestLimits } : {}),
  });
  if (options.mode === 'http') slack.useHttp(`http://127.0.0.1:${bot.port}/slack/events`);
  else await slack.connected();
  return {
    slack,
    service,
    bot,
    config,
    close: async () => {
      await bot.stop();
      await slack.close();
      await service.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function configFor(
  {
    databaseUrl,
    metricsPort,
    mode,
    notices = { inThread: true },
    policy,
    serviceKeepMs = 3000,
    serviceName = { name: DEFAULT_SERVICE_NAME, dashboardUrl: null },
    serviceTimeoutMs = 10_000,
    times,
    uploads,
  }: PlaygroundOptions,
  { dir, service, slack }: { dir: string; service: LocalService; slack: LocalSlack },
): Config {
  const { apiUrl, appToken, botToken, signingSecret } = slack;
  return {
    proxy: null,
    tenancy: { kind: 'single', botToken, credential: { kind: 'api-key', value: service.apiKey } },
    slack: {
      mode: mode === 'socket' ? { kind: 'socket', appToken } : { kind: 'http', signingSecret },
      apiUrl,
      host: '127.0.0.1',
      port: 0,
      metricsPort: metricsPort ?? null,
    },
    service: {
      baseUrl: service.baseUrl,
      timeoutMs: serviceTimeoutMs,
      keepMs: serviceKeepMs,
    },
    serviceName,
    memory: { answerBytes: 33_554_432, workspaceBytes: 25_165_824, peopleBytes: 8_388_608 },
    uploads: {
      ...DEFAULT_LIMITS,
      maxIconBytes: 2_097_152,
      atOnce: 3,
      maxUnfinished: { person: 20, workspace: 200 },
      giveUpMs: 6 * 60 * 60_000,
      spoolDir: join(dir, 'spool'),
      spoolMaxBytes: 1_073_741_824,
      ...uploads,
    },
    store: {
      databaseUrl: databaseUrl ?? null,
      dataDir: join(dir, 'bot'),
      poolSize: 10,
      versionsMaxBytes: 104_857_600,
    },
    notices,
    policy: { ...FRESH_POLICY, ...policy },
    approvalMs: 60 * 60_000,
    historyMs: 365 * 24 * 60 * 60_000,
    watchMs: 5 * 60_000,
    stopDelayMs: 0,
    stopMs: 7000,
    ...times,
    logLevel: 'info',
  };
}
