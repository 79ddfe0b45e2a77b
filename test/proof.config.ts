import { defineConfig } from 'vitest/config';

/** The long-running proofs: `npm run proof`. */
export default defineConfig({
  test: {
    globalSetup: ['test/one-temporary-folder.ts', 'test/store/drop-databases.ts'],
    include: ['test/proof/**/*.proof.ts'],
    testTimeout: 12 * 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Each one runs several processes.
    fileParallelism: false,
  },
});
