import { createLogger } from '../../src/logger.ts';
import { createServiceClient } from '../../src/service-client/service-client.ts';
import { type Bot, type BotOptions, startBot } from '../../src/slack/start/start-bot.ts';
import type { House } from './start-house.ts';

/** In a house over HTTP: another bot in place of the one it came with, with options of its own. Its stop is the caller's. */
export async function replaceBot(house: House, options: Partial<BotOptions>): Promise<Bot> {
  const { bot: before, config, logLines, slack } = house;
  await before.stop();
  const log = createLogger('debug', [], { write: (line: string) => void logLines.push(line) });
  const bot = await startBot({ config, log, service: createServiceClient(config.service), ...options });
  slack.useHttp(`http://127.0.0.1:${bot.port}/slack/events`);
  return bot;
}
