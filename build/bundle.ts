import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Built for each machine, and loaded by the package's own name. */
const NATIVE = ['libsql'];
/** Asked for by `pg` and never used. */
const ABSENT = ['pg-native'];

/** CommonJS packages in a module still call these. Names that nothing else has: they stand beside those of every file. */
const COMMONJS = `
import { createRequire as bannerCreateRequire } from 'node:module';
import { dirname as bannerDirname } from 'node:path';
import { fileURLToPath as bannerFileURLToPath } from 'node:url';
const require = bannerCreateRequire(import.meta.url);
const __filename = bannerFileURLToPath(import.meta.url);
const __dirname = bannerDirname(__filename);
`;

/**
 * Bundles each entry with the packages that it uses into one file, of the same name below `outdir`: loading some 900
 * files one by one takes three times as long. Needs `node_modules` above `outdir` for what is native.
 * @param entries source path from the root of the repository, by output path without extension: `{ main: 'src/main.ts' }`
 */
export async function bundle(entries: Readonly<Record<string, string>>, outdir: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: { ...entries },
    ...{ outdir, bundle: true, splitting: true, sourcemap: true },
    ...{ platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' },
    external: [...NATIVE, ...ABSENT],
    banner: { js: COMMONJS },
  });
}
