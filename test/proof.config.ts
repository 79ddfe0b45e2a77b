import { defineConfig } from 'vitest/config';

/** The long proofs: `npm run proof`. A short form of each runs with the tests. */
export default defineConfig({
  test: {
    include: ['test/proof/**/*.proof.ts'],
    testTimeout: 12 * 60_000,
    hookTimeout: 60_000,
    // Each is a house of several processes.
    fileParallelism: false,
  },
});
