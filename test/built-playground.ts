import { join } from 'node:path';
import { buildPage } from '@abilities-bot/local-slack/page';
import { buildBot } from '../packages/playground/test/build-bot.ts';
import { filledOnce } from './filled-once.ts';

/** The folder of the page of the local Slack. */
export const builtPage = (): Promise<string> => filledOnce('page', buildPage);

/** The prebuilt parts for `startPagePlayground`: each start of a playground would build the same. */
export async function builtPlayground(): Promise<{ page: string; bot: string }> {
  const [page, bot] = await Promise.all([builtPage(), filledOnce('playground-bot', buildBot)]);
  return { page, bot: join(bot, 'main.js') };
}
