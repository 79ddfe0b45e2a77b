import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../build/bundle.ts';

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

let folder: Promise<string> | null = null;

/** The path of a file built as by `npm run build`. Built once, since a built file starts faster. */
export async function compiled(entry: (typeof ENTRIES)[number]): Promise<string> {
  folder ??= compile();
  return join(await folder, entry.replace(/\.ts$/, '.js'));
}

async function compile(): Promise<string> {
  const into = mkdtempSync(join(tmpdir(), 'abilities-compiled-'));
  process.once('exit', () => rmSync(into, { recursive: true, force: true }));
  await bundle(Object.fromEntries(ENTRIES.map((entry) => [entry.replace(/\.ts$/, ''), entry])), into);
  // Like the project's own package.json: without it Node has to inspect each file.
  writeFileSync(join(into, 'package.json'), '{"type":"module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(into, 'node_modules'));
  return into;
}
