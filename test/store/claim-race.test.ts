import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { allUploads } from './all-uploads.ts';
import { newUpload } from './new-upload.ts';
import { startStoreProcess } from './store-process.ts';
import { makeStoreOptions, openTestStore, storeKinds } from './stores.ts';

async function claimAll({ uploadQueue }: Store, owner: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const record = await uploadQueue.claimNext(owner, 600_000);
    if (!record) return ids;
    ids.push(record.id);
  }
}

describe.each(storeKinds)('concurrent claims on %s', (kind) => {
  test('two stores with four claimers each: every record is claimed once', { timeout: 60_000 }, async () => {
    const { reopen, store } = await openTestStore(kind);
    const other = await reopen();
    const ids = Array.from({ length: 200 }, (_, index) => `u${index}`);
    for (const id of ids) await allUploads(store).add(newUpload(id));
    const claimers = Array.from({ length: 8 }, (_, index) => claimAll(index % 2 ? store : other, `owner ${index}`));
    const claimed = await Promise.all(claimers);
    expect(claimed.flat().toSorted()).toEqual(ids.toSorted());
    expect(claimed.filter((mine) => mine.length > 0).length).toBeGreaterThan(1);
  });

  test('two processes that also open an empty database at the same time: every record is claimed once', {
    timeout: 60_000,
  }, async () => {
    const options = await makeStoreOptions(kind);
    const processes = await Promise.all([1, 2].map(() => startStoreProcess('claim-uploads', options)));
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(['', '']);
    const claimed = processes.flatMap(({ lines }) => lines);
    expect(claimed).toHaveLength(100);
    expect(new Set(claimed).size).toBe(100);
  });
});
