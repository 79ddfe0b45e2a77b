import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '../local-service/start-local-service.ts';
import type { Logger } from '../logger.ts';
import { createServiceClient } from '../service-client/service-client.ts';
import { BOT_EVENTS, BOT_SCOPES } from '../slack/scopes.ts';
import { type Bot, startBot } from '../slack/start-bot.ts';
import { type LocalSlack, type LocalSlackOptions, startLocalSlack } from './local-slack/local-slack.ts';

export interface PlaygroundOptions {
  mode: 'socket' | 'http';
  log: Logger;
  service?: Partial<LocalServiceOptions>;
  slack?: LocalSlackOptions;
  uploads?: Partial<Config['uploads']>;
  serviceTimeoutMs?: number;
  waitNoticeMs?: number;
}

export interface Playground {
  slack: LocalSlack;
  service: LocalService;
  bot: Bot;
  config: Config;
  close: () => Promise<void>;
}

/**
 * The whole house on this machine: the service with its demo account, a Slack workspace, and the real bot between
 * them. Everything is kept in a temp folder, which goes when it is closed.
 */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const dir = await mkdtemp(join(tmpdir(), 'abilities-playground-'));
  const dataDir = join(dir, 'service');
  const service = await startLocalService({ dataDir, seed: 'demo', logger: false, ...options.service });
  const slack = await startLocalSlack({ scopes: Object.keys(BOT_SCOPES), events: BOT_EVENTS, ...options.slack });
  const config = configFor(options, { dir, service, slack });
  const bot = await startBot({
    config,
    log: options.log,
    service: createServiceClient(config.service),
    ...(options.waitNoticeMs ? { waitNoticeMs: options.waitNoticeMs } : {}),
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
  { mode, serviceTimeoutMs = 10_000, uploads }: PlaygroundOptions,
  { dir, service, slack }: { dir: string; service: LocalService; slack: LocalSlack },
): Config {
  const { apiUrl, appToken, botToken, signingSecret } = slack;
  return {
    slack: {
      botToken,
      mode: mode === 'socket' ? { kind: 'socket', appToken } : { kind: 'http', signingSecret },
      apiUrl,
      port: 0,
    },
    service: {
      baseUrl: service.baseUrl,
      credential: { kind: 'api-key', value: service.apiKey },
      timeoutMs: serviceTimeoutMs,
    },
    uploads: {
      maxBytes: 10_485_760,
      maxUnpackedBytes: 52_428_800,
      maxEntries: 1000,
      maxIconBytes: 2_097_152,
      spoolDir: dir,
      ...uploads,
    },
    logLevel: 'info',
  };
}
