import { MovableClock } from '../../packages/playground/src/bot/movable-clock.ts';
import type { OpenService } from '../../src/app/open-service.ts';
import { loggerFor } from '../../src/app/run-bot.ts';
import { startBot } from '../../src/app/start-bot.ts';
import { readConfig } from '../../src/config/config.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { singleService } from '../single-service.ts';
import { ProofTimes } from './proof-times.ts';

/** The bot as a process, with leases and waits short enough for many kills. */
const config = readConfig(process.env);
const log = loggerFor(config);
const { timeoutMs } = config.service;
const service =
  config.tenancy.kind === 'single'
    ? singleService(config, { readBudgetMs: timeoutMs, uploadTimeoutMs: timeoutMs * 2.5 })
    : null;
const openService: OpenService = (credential) => service ?? createServiceClient({ ...config.service, credential });
const uploads = { leaseMs: 1500, pollMs: 300, settleMs: 800, retryMs: 200, recheckMs: [300, 300, 300] };
const times = ProofTimes.parse(JSON.parse(process.env.PROOF_TIMES ?? '{}'));
const clock = new MovableClock(Number(process.env.CLOCK_AHEAD_MS ?? 0));
const bot = await startBot({ clock, config, log, openService, uploads: { ...uploads, ...times } });
process.on('message', (ms) => {
  if (typeof ms === 'number' && ms > 0) clock.move(ms);
});
process.once('SIGTERM', () => {
  bot.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
// The parent process is gone.
process.on('disconnect', () => process.exit());
process.stdout.write(`READY ${bot.port}\n`);
