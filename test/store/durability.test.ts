import { describe, expect, test } from 'vitest';
import { allUploads } from './all-uploads.ts';
import { startStoreProcess } from './store-process.ts';
import { openTestStore, storeKinds } from './stores.ts';

describe.each(storeKinds)('kill -9 on %s', (kind) => {
  test('keeps everything that was acknowledged', { timeout: 60_000 }, async () => {
    const { options, reopen } = await openTestStore(kind);
    const acknowledged: string[] = [];
    for (const count of [1, 60]) {
      const adding = await startStoreProcess('add-uploads', options);
      await adding.printed(count);
      await adding.kill();
      acknowledged.push(...adding.lines);
    }
    const uploads = allUploads(await reopen());
    const found = await Promise.all(acknowledged.map((id) => uploads.find(id)));
    expect(found.map((record) => record?.id)).toEqual(acknowledged);
    expect(acknowledged.length).toBeGreaterThanOrEqual(61);
  });
});
