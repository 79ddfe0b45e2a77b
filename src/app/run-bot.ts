import type { Clock } from '../base/clock.ts';
import { createLogger, type LogDestination, type Logger } from '../base/logger.ts';
import { useProxy } from '../base/use-proxy.ts';
import type { Config } from '../config/config.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { ServiceClient } from '../service/client.ts';
import { isServiceError } from '../service/errors.ts';
import type { KeyRing } from '../store/encryption.ts';
import { makeOpenService } from './open-service.ts';
import { type Bot, startBot } from './start-bot.ts';

/**
 * Starts a bot from its settings. For a single workspace, checks the service once; the bot runs even if that fails,
 * because the service may recover.
 * @throws StartError with the reason for the operator.
 */
export async function runBot(config: Config, log: Logger = loggerFor(config), clock?: Clock): Promise<Bot> {
  useProxy(config.proxy);
  const metrics = new Metrics({ mode: config.slack.mode.kind });
  const openService = makeOpenService(config, metrics, log);
  const bot = await startBot({ config, log, openService, metrics, clock });
  const { tenancy } = config;
  // Not awaited, so that the bot can serve requests, and be stopped, while a slow service is being checked.
  if (tenancy.kind === 'single') void checkService(openService(tenancy.credential), log);
  return bot;
}

/** @param destination default: standard output, as JSON. */
export function loggerFor({ logLevel, proxy, slack, store, tenancy }: Config, destination?: LogDestination): Logger {
  const { mode } = slack;
  const ofTenancy =
    tenancy.kind === 'single'
      ? [tenancy.botToken, tenancy.credential.value]
      : [tenancy.clientSecret, tenancy.stateSecret, ...secretsOfKeys(tenancy.keys)];
  const secrets = [
    ...ofTenancy,
    mode.kind === 'socket' ? mode.appToken : mode.signingSecret,
    ...[proxy?.http, proxy?.https].flatMap((address) => secretsOfProxy(address ?? null)),
    ...(store.databaseUrl ? secretsOfUrl(store.databaseUrl) : []),
  ];
  return createLogger(logLevel, secrets, destination);
}

/**
 * The keys in every encoding that the setting accepts. Without padding, so that a part of a longer string matches too.
 */
const secretsOfKeys = ({ byId }: KeyRing): string[] =>
  [...byId.values()].flatMap((key) => {
    const bytes = key.export();
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
  });

/** The URL, and its password in every form that a driver may print. */
function secretsOfUrl(address: string): string[] {
  const { password, searchParams } = new URL(address);
  return [address, password, decodeURIComponent(password), searchParams.get('password') ?? ''];
}

/** Only the password, because a proxy's URL isn't secret itself. */
function secretsOfProxy(address: string | null): string[] {
  const { password } = address === null ? { password: '' } : new URL(address);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}

async function checkService(service: ServiceClient, log: Logger): Promise<void> {
  try {
    await service.listAgents({ mayBePartial: true });
  } catch (error) {
    if (!isServiceError(error)) return log.error({ err: error }, 'service check failed');
    log.warn(
      `service check failed: ${error.message.replace(/\.?$/, '.')} Check SERVICE_BASE_URL and SERVICE_API_KEY (or SERVICE_JWT).`,
    );
  }
}
