import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { filledOnce } from '../../../test/filled-once.ts';

const FILE = 'main.mjs';
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Platform-specific, so loaded from where it is installed. */
const LIBSQL = fileURLToPath(import.meta.resolve('libsql'));
/** CommonJS packages call this. */
const BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** The path of the command line compiled to JavaScript: starting from source takes several times as long. */
export const compiledMain = async (): Promise<string> => join(await filledOnce('local-service', compile), FILE);

async function compile(folder: string): Promise<void> {
  await build({
    entryPoints: [MAIN],
    ...{ outfile: join(folder, FILE), bundle: true, platform: 'node', target: 'node20', format: 'esm' },
    logLevel: 'warning',
    alias: { libsql: LIBSQL },
    external: [LIBSQL],
    banner: { js: BANNER },
  });
}
