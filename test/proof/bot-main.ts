import { loggerFor } from '../../src/app/run-bot.ts';
import { startBot } from '../../src/app/start-bot.ts';
import { readConfig } from '../../src/config/config.ts';
import { singleService } from '../single-service.ts';

/** The bot as a process, with leases and waits short enough for many kills. */
const config = readConfig(process.env);
const log = loggerFor(config);
const service = singleService(config, { readBudgetMs: 1500, uploadTimeoutMs: 4000 });
const uploads = { leaseMs: 1500, pollMs: 300, settleMs: 800, retryMs: 200 };
const bot = await startBot({ config, log, openService: () => service, uploads });
process.once('SIGTERM', () => {
  bot.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
// The parent process is gone.
process.on('disconnect', () => process.exit());
process.stdout.write(`READY ${bot.port}\n`);
