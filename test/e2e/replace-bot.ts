import { type Bot, type BotOptions, startBot } from '../../src/app/start-bot.ts';
import { createLogger } from '../../src/base/logger.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { PATIENT } from '../patient.ts';
import { singleService } from '../single-service.ts';
import type { House } from './start-house.ts';

/** Over HTTP: replaces the bot with one that has other options. The caller must stop it. */
export async function replaceBot(
  house: House,
  { deadlines, service, ...options }: Partial<BotOptions> & { service?: ServiceClient },
): Promise<Bot> {
  const { bot: before, config, logLines, slack } = house;
  await before.stop();
  const log = createLogger('debug', [], { write: (line: string) => void logLines.push(line) });
  const bot = await startBot({
    config,
    log,
    ...options,
    deadlines: { ...PATIENT, ...deadlines },
    openService: () => service ?? singleService(config),
  });
  slack.useHttp(`http://127.0.0.1:${bot.port}/slack/events`);
  return bot;
}
