import type { Config } from './config.ts';
import { createLogger, type Logger } from './logger.ts';
import { isServiceError } from './service-client/errors/index.ts';
import { createServiceClient, type ServiceClient } from './service-client/service-client.ts';
import { type Bot, startBot } from './slack/start/start-bot.ts';

/**
 * Settings to a running bot. The service is asked once whether it answers; the bot runs either way, since the service
 * may come back, and people are told in the meantime.
 * @throws StartError when Slack is the trouble.
 */
export async function runBot(config: Config, log: Logger = loggerFor(config)): Promise<Bot> {
  const { baseUrl, credential, timeoutMs } = config.service;
  const service = createServiceClient({
    baseUrl,
    credential,
    timeoutMs,
    // Room for a second try after one that was slow.
    readBudgetMs: timeoutMs * 1.5,
    onCall: (call) => log.debug(call, 'service call'),
  });
  const bot = await startBot({ config, log, service });
  // Not waited for: while a slow service is asked, the bot already answers and can be stopped.
  void checkService(service, log);
  return bot;
}

export function loggerFor({ logLevel, service, slack, store }: Config): Logger {
  const { mode } = slack;
  const modeSecret = mode.kind === 'socket' ? mode.appToken : mode.signingSecret;
  return createLogger(logLevel, [
    slack.botToken,
    modeSecret,
    service.credential.value,
    ...(store.databaseUrl ? secretsOfUrl(store.databaseUrl) : []),
  ]);
}

/** The address, and its password in all the spellings in which a driver may print it. */
function secretsOfUrl(address: string): string[] {
  const { password, searchParams } = new URL(address);
  return [address, password, decodeURIComponent(password), searchParams.get('password') ?? ''];
}

async function checkService(service: ServiceClient, log: Logger): Promise<void> {
  try {
    await service.listAgents();
  } catch (error) {
    if (!isServiceError(error)) return log.error({ err: error }, 'the service could not be checked');
    log.warn(
      `The service does not answer as it should. ${error.message.replace(/\.?$/, '.')} Check SERVICE_BASE_URL and SERVICE_API_KEY.`,
    );
  }
}
