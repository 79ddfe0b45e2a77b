import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

export default defineConfig({
  test: {
    include: ['{packages/*/,}test/**/*.test.ts'],
    globalSetup: ['test/one-temporary-folder.ts', 'test/store/drop-databases.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of one second is less than a busy machine may take to draw a page.
    expect: { poll: { timeout: 30_000 } },
    // Some of the time is spent waiting for processes and sockets, so four workers pay off even on two cores.
    maxWorkers: 4,
    // Loading Bolt and the store again for each of some 260 files took a third of the time. No test replaces a module.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
