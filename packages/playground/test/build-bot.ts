import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../../build/bundle.ts';

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** Bundles the bot into `folder`, as `startPagePlayground` does: it starts from `main.js`. */
export async function buildBot(folder: string): Promise<void> {
  await bundle({ main: 'packages/playground/src/bot/main.ts' }, folder);
  // As in the project: native packages are found there, and Node need not inspect each file for its module type.
  await symlink(NODE_MODULES, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
}
