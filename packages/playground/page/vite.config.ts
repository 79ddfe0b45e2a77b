import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Builds the page into `.playground/page` of the project; whoever calls `build()` may name another `build.outDir`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: '../../../.playground/page', emptyOutDir: true, modulePreload: { polyfill: false } },
});
