import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPage } from '@abilities-bot/local-slack/page';
import { bundle } from '../../../build/bundle.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let built: Promise<{ page: string; bot: string }> | null = null;

/** The prebuilt parts for `startPagePlayground`: each start of a playground would build the same. */
export function builtOnce(): Promise<{ page: string; bot: string }> {
  built ??= build();
  return built;
}

async function build(): Promise<{ page: string; bot: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'playground-built-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const bot = join(folder, 'bot');
  await Promise.all([buildPage(join(folder, 'page')), bundle({ main: 'src/main.ts' }, bot)]);
  // As in the project: native packages are found there, and Node need not inspect each file for its module type.
  symlinkSync(join(ROOT, 'node_modules'), join(bot, 'node_modules'));
  writeFileSync(join(bot, 'package.json'), '{"type":"module"}');
  return { page: join(folder, 'page'), bot: join(bot, 'main.js') };
}
