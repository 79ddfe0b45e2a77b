import { createLogger, type LogDestination, type Logger } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { ServiceClient } from '../service/client.ts';
import { isServiceError } from '../service/errors.ts';
import type { KeyRing } from '../store/encryption.ts';
import { makeOpenService } from './open-service.ts';
import { type Bot, startBot } from './start-bot.ts';

/**
 * Settings to a running bot. The one account of a single workspace is asked once whether it answers; the bot runs either
 * way, since the service may come back, and people are told in the meantime.
 * @throws StartError when Slack is the trouble.
 */
export async function runBot(config: Config, log: Logger = loggerFor(config)): Promise<Bot> {
  const metrics = new Metrics({ mode: config.slack.mode.kind });
  const openService = makeOpenService(config, metrics, log);
  const bot = await startBot({ config, log, openService, metrics });
  const { tenancy } = config;
  // Not waited for: while a slow service is asked, the bot already answers and can be stopped.
  if (tenancy.kind === 'single') void checkService(openService(tenancy.credential), log);
  return bot;
}

/** @param destination where its lines go; as JSON to standard output, unless given. */
export function loggerFor({ logLevel, slack, store, tenancy }: Config, destination?: LogDestination): Logger {
  const { mode } = slack;
  const ofTenancy =
    tenancy.kind === 'single'
      ? [tenancy.botToken, tenancy.credential.value]
      : [tenancy.clientSecret, tenancy.stateSecret, ...secretsOfKeys(tenancy.keys)];
  const secrets = [
    ...ofTenancy,
    mode.kind === 'socket' ? mode.appToken : mode.signingSecret,
    ...(store.databaseUrl ? secretsOfUrl(store.databaseUrl) : []),
  ];
  return createLogger(logLevel, secrets, destination);
}

/** In the spellings in which they may be set, as far as they stand within another. */
const secretsOfKeys = ({ byId }: KeyRing): string[] =>
  [...byId.values()].flatMap((key) => {
    const bytes = key.export();
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
  });

/** The address, and its password in all the spellings in which a driver may print it. */
function secretsOfUrl(address: string): string[] {
  const { password, searchParams } = new URL(address);
  return [address, password, decodeURIComponent(password), searchParams.get('password') ?? ''];
}

async function checkService(service: ServiceClient, log: Logger): Promise<void> {
  try {
    await service.listAgents({ mayBePartial: true });
  } catch (error) {
    if (!isServiceError(error)) return log.error({ err: error }, 'the service could not be checked');
    log.warn(
      `The service does not answer as it should. ${error.message.replace(/\.?$/, '.')} Check SERVICE_BASE_URL and SERVICE_API_KEY.`,
    );
  }
}
