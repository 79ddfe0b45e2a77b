import { pino } from 'pino';
import { runService } from '../run-service.ts';
import { DEFAULT_ACCOUNT } from '../storage/accounts.ts';
import type { CommandOptions } from './parse-command.ts';

/**
 * Runs the service until SIGTERM or SIGINT, then drains. A second signal exits immediately. Prints the base URL once it
 * is ready, preceded by a new key if the account has none. Logs to stderr.
 */
export async function runUntilStopped(options: CommandOptions, print: (line: string) => void): Promise<void> {
  const logger = pino({ base: null }, pino.destination(2));
  const service = await runService({
    dataDir: options['data-dir'],
    port: options.port,
    host: options.host,
    assignment: options.assignment,
    agentRowsCarryAbilities: options['show-assignments'],
    lies: options.lie,
    logger,
    seed: options.seed,
    apiKey: options['api-key'],
  });
  const stopped = new Promise<void>((resolve, reject) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        logger.info({ signal }, 'stopping');
        service.close().then(resolve, reject);
      });
    }
  });
  const keys = await service.apiKeys.list(DEFAULT_ACCOUNT);
  if (!keys.some(({ revokedAt }) => revokedAt === null)) {
    print(
      `API key of the account "${DEFAULT_ACCOUNT}" (shown only once): ${await service.apiKeys.create(DEFAULT_ACCOUNT)}`,
    );
  }
  print(`The local service is ready at ${service.baseUrl}`);
  await stopped;
}
