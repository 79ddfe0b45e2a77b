import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Platform-specific, so loaded at run time by package name. */
const NATIVE = ['libsql'];
/** Required by `pg` but never used. */
const ABSENT = ['pg-native'];

/** CommonJS packages in a module still use these. The aliases avoid clashes with names in any bundled file. */
const COMMONJS = `
import { createRequire as bannerCreateRequire } from 'node:module';
import { dirname as bannerDirname } from 'node:path';
import { fileURLToPath as bannerFileURLToPath } from 'node:url';
const require = bannerCreateRequire(import.meta.url);
const __filename = bannerFileURLToPath(import.meta.url);
const __dirname = bannerDirname(__filename);
`;

/** For every bundle. */
export const BUNDLED = {
  absWorkingDir: ROOT,
  ...{ bundle: true, sourcemap: true, platform: 'node', target: 'node20', logLevel: 'warning' },
  external: [...NATIVE, ...ABSENT],
} satisfies BuildOptions;

/**
 * Bundles each entry and its packages into one file of the same name below `outdir`: loading some 900 separate files
 * takes three times as long. Native packages still need `node_modules` above `outdir`.
 * @param entries source path from the repository root, by output path without extension: `{ main: 'src/main.ts' }`
 */
export async function bundle(entries: Readonly<Record<string, string>>, outdir: string): Promise<void> {
  await build({
    ...BUNDLED,
    entryPoints: { ...entries },
    ...{ outdir, splitting: true, format: 'esm', banner: { js: COMMONJS } },
  });
}
