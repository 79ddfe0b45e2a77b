import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the page with its own Vite configuration into `outDir`; takes about a second. */
export async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL('../../page/vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
}
