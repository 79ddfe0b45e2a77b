import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** `buildPage` sets the output folder. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The page allows no `data:` fonts.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
