import { config as loadEnvFile } from 'dotenv';
import { logUncaught } from './app/log-uncaught.ts';
import { loggerFor, runBot } from './app/run-bot.ts';
import { StartError } from './app/start-error.ts';
import { warnOfLostData } from './app/warn-of-lost-data.ts';
import { openLogDestination } from './base/logger.ts';
import { ConfigError, readConfig } from './config/config.ts';

loadEnvFile({ quiet: true });

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = loggerFor(config, await openLogDestination(process.stdout, process.stderr));
  warnOfLostData(config, process.env, log);
  const bot = await runBot(config, log);

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // A second signal exits immediately.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    bot.stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  logUncaught(log);
  // Logged last, because a supervisor that waits for this line may send a signal immediately.
  const { metricsPort, port } = bot;
  const { slack, store, tenancy } = config;
  const database = store.databaseUrl === null ? 'libsql' : 'postgresql';
  log.info({ mode: slack.mode.kind, tenancy: tenancy.kind, database, port, metricsPort }, 'bot ready');
}

start().catch((error: unknown) => {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  const notStarted = error instanceof ConfigError ? 'The bot did not start. ' : '';
  process.stderr.write(`${notStarted}${error.message}\n`);
  process.exitCode = 1;
});
