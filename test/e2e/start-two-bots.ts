import { onTestFinished } from 'vitest';
import type { Bot, BotOptions } from '../../src/app/start-bot.ts';
import { createLogger } from '../../src/base/logger.ts';
import { makeDatabase } from '../store/databases.ts';
import { type TappedServer, tapServer } from '../store/tapped-server.ts';
import { until } from '../until.ts';
import { type CloudHouse, type CloudHouseOptions, startCloudHouse } from './start-cloud-house.ts';

export interface TwoBots {
  house: CloudHouse;
  /** Another process on the same database, which it reaches over `tapped`. */
  other: Bot;
  tapped: TappedServer;
  /** The log of the other process. */
  logLines: string[];
  /** Lets a bot answer from now on. */
  use: (bot: 'first' | 'other') => void;
  /** Resolves when the other process has heard as many notices of a kind. */
  heard: (kind: string, count?: number) => Promise<void>;
}

/**
 * Two processes on one PostgreSQL database, with the workspace `north` connected. Lists are kept for a minute, and the
 * store is polled every ten, so that only notices make a change appear. They end with the test.
 */
export async function startTwoBots(
  options: CloudHouseOptions<'north' | 'south'> = {},
  own: Partial<BotOptions> = {},
): Promise<TwoBots> {
  const databaseUrl = await makeDatabase();
  const tapped = await tapServer(databaseUrl);
  const bot = { ...options.bot, uploads: { pollMs: 600_000, ...options.bot?.uploads } };
  const env = { DATABASE_URL: databaseUrl, SERVICE_KEEP_MS: '60000', ...options.env };
  const house = await startCloudHouse({ ...options, bot, env });
  onTestFinished(() => house.close());
  await house.move('north');
  const logLines: string[] = [];
  const other = await house.startAnotherBot({
    config: { ...house.config, store: { ...house.config.store, databaseUrl: tapped.url } },
    log: createLogger('debug', [], { write: (line: string) => void logLines.push(line) }),
    ...own,
    uploads: { ...bot.uploads, ...own.uploads },
  });
  const isHeard = (kind: string) => (line: string) =>
    line.includes('notice received') && line.includes(`"kind":"${kind}"`);
  return {
    house,
    logLines,
    other,
    tapped,
    use: (which) => house.useBot(which === 'first' ? house.bot : other),
    heard: (kind, count = 1) => until(() => logLines.filter(isHeard(kind)).length >= count),
  };
}
