import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../build/bundle.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What tests start as processes of their own. */
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

/** The path of a file as `npm run build` would make it, made once: what is started often should start in less. */
export async function compiled(entry: (typeof ENTRIES)[number]): Promise<string> {
  folder ??= compile();
  return join(await folder, entry.replace(/\.ts$/, '.js'));
}

async function compile(): Promise<string> {
  const into = mkdtempSync(join(tmpdir(), 'abilities-compiled-'));
  process.once('exit', () => rmSync(into, { recursive: true, force: true }));
  await bundle(Object.fromEntries(ENTRIES.map((entry) => [entry.replace(/\.ts$/, ''), entry])), into);
  // As the project's own says: otherwise Node has to look into each file to know.
  writeFileSync(join(into, 'package.json'), '{"type":"module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(into, 'node_modules'));
  return into;
}
