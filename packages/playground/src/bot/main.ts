import { logUncaught } from '../../../../src/app/log-uncaught.ts';
import { loggerFor, runBot } from '../../../../src/app/run-bot.ts';
import { readConfig } from '../../../../src/config/config.ts';
import { MovableClock } from './movable-clock.ts';

/** The bot with a clock that its parent process moves, by a message with milliseconds. */
const config = readConfig(process.env);
const log = loggerFor(config);
const clock = new MovableClock(Number(process.env.CLOCK_AHEAD_MS ?? 0));
const bot = await runBot(config, log, clock);
process.on('message', (ms) => {
  if (typeof ms === 'number' && ms > 0) clock.move(ms);
});
process.once('SIGTERM', () => {
  bot.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
// Ctrl-C reaches every process of a terminal; the parent process then stops this one.
process.on('SIGINT', () => {});
// The parent process is gone.
process.on('disconnect', () => process.exit());
logUncaught(log);
log.info({ port: bot.port }, 'bot ready');
