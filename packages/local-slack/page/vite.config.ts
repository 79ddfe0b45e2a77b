import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** How the page is built; `buildPage` says where. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { modulePreload: { polyfill: false } },
});
