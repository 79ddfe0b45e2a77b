import { expect, test } from 'vitest';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { killUploads } from './kill-uploads.ts';

/** The short form of kill-uploads.proof.ts. */
test.each(storeKinds)(
  'killed 3 times on %s: nothing lost, nothing twice, no message left',
  { timeout: 120_000 },
  async (kind) => {
    const store = await makeStoreOptions(kind);
    const report = await killUploads({ store, replicas: 1, kills: 3, seed: 4, lies: false, endMs: 60_000 });
    expect(report.wrong).toEqual([]);
    expect(report.uploads).toBeGreaterThan(0);
  },
);
