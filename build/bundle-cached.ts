import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLED } from './bundle.ts';

const START = fileURLToPath(new URL('start-cached.mjs', import.meta.url));

/**
 * Bundles one program with V8's code cache, which saves a third of its start: `NAME.js`, started like any other, with
 * `NAME.cjs` and `NAME.cache` beside it. A module cannot have such a cache before Node 22, so the bundle is CommonJS.
 * @param entry source path from the repository root. Without settings the program must end by itself: it is run once.
 */
export async function bundleCached(name: string, entry: string, outdir: string): Promise<void> {
  await build({ ...BUNDLED, entryPoints: { [name]: entry }, outdir, format: 'cjs', outExtension: { '.js': '.cjs' } });
  const file = join(outdir, `${name}.cjs`);
  writeFileSync(file, escapeOutsideAscii(readFileSync(file, 'utf8')));
  const started = `${name}.js`;
  copyFileSync(START, join(outdir, started));
  // Without settings: the output folder has no .env.
  const bare = { cwd: outdir, env: {}, encoding: 'utf8', timeout: 60_000 } as const;
  const { stderr } = spawnSync(process.execPath, [started, '--write-code-cache'], bare);
  if (!existsSync(join(outdir, `${name}.cache`))) throw new Error(`${started} could not be run.\n${stderr}`);
}

/**
 * Node keeps the source, at two bytes a character if any is outside ASCII. esbuild leaves some, in regular expressions
 * and comments only, where an escape means the same.
 */
const escapeOutsideAscii = (source: string): string =>
  source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
