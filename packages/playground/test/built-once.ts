import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPage } from '@abilities-bot/local-slack/page';
import { buildBot } from './build-bot.ts';

let built: Promise<{ page: string; bot: string }> | null = null;

/** The prebuilt parts for `startPagePlayground`: each start of a playground would build the same. */
export function builtOnce(): Promise<{ page: string; bot: string }> {
  built ??= build();
  return built;
}

async function build(): Promise<{ page: string; bot: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'playground-built-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const page = join(folder, 'page');
  const bot = join(folder, 'bot');
  await Promise.all([buildPage(page), buildBot(bot)]);
  return { page, bot: join(bot, 'main.js') };
}
