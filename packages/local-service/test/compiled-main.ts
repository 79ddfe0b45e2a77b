import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Platform-specific, so loaded from where it is installed. */
const LIBSQL = fileURLToPath(import.meta.resolve('libsql'));
/** CommonJS packages call this. */
const BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

let main: Promise<string> | null = null;

/**
 * The path of the command line compiled to JavaScript, built once: starting from source takes several times as long.
 */
export function compiledMain(): Promise<string> {
  main ??= compile();
  return main;
}

async function compile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'local-service-compiled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'main.mjs');
  await build({
    entryPoints: [MAIN],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    alias: { libsql: LIBSQL },
    external: [LIBSQL],
    banner: { js: BANNER },
  });
  return outfile;
}
