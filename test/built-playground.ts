import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPage } from '@abilities-bot/local-slack/page';
import { bundle } from '../build/bundle.ts';
import { ROOT } from './documents.ts';
import { filledOnce } from './filled-once.ts';

/** The folder of the page of the local Slack. */
export const builtPage = (): Promise<string> => filledOnce('page', buildPage);

/** The prebuilt parts for `startPagePlayground`: each start of a playground would build the same. */
export async function builtPlayground(): Promise<{ page: string; bot: string }> {
  const [page, bot] = await Promise.all([builtPage(), filledOnce('playground-bot', buildBot)]);
  return { page, bot: join(bot, 'main.js') };
}

async function buildBot(folder: string): Promise<void> {
  await bundle({ main: 'src/main.ts' }, folder);
  // As in the project: native packages are found there, and Node need not inspect each file for its module type.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
}
