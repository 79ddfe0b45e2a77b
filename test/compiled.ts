import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../build/bundle.ts';
import { filledOnce } from './filled-once.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The programs that tests start as separate processes. */
const ENTRIES = [
  'src/main.ts',
  'src/cli/doctor.ts',
  'src/cli/reencrypt.ts',
  'test/proof/bot-main.ts',
  'test/proof/send-commands.ts',
  'test/store/processes/add-uploads.ts',
  'test/store/processes/claim-uploads.ts',
  'test/store/processes/put-package.ts',
] as const;

/** The path of a file built as by `npm run build`, since a built file starts faster. */
export async function compiled(entry: (typeof ENTRIES)[number]): Promise<string> {
  return join(await filledOnce('compiled', compile), entry.replace(/\.ts$/, '.js'));
}

async function compile(into: string): Promise<void> {
  await bundle(Object.fromEntries(ENTRIES.map((entry) => [entry.replace(/\.ts$/, ''), entry])), into);
  // Like the project's own package.json: without it Node has to inspect each file.
  await writeFile(join(into, 'package.json'), '{"type":"module"}');
  await symlink(join(ROOT, 'node_modules'), join(into, 'node_modules'));
}
