import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** `buildPage` sets the output folder. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { modulePreload: { polyfill: false } },
});
