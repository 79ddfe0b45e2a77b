import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.ts';
import { newUpload } from './new-upload.ts';
import { openTestStore, storeKinds } from './stores.ts';

describe.each(storeKinds)('what one workspace has is out of reach for another on %s', (kind) => {
  test('an upload is not found, decided or moved', async () => {
    const { store } = await openTestStore(kind);
    const [mine, theirs] = [store.of('T1').uploads, store.of('T2').uploads];
    const { record } = await mine.add(newUpload('u1'));
    expect(await theirs.find('u1')).toBeNull();
    expect(await theirs.decide('u1', null, ['accepted'], () => ({ state: 'cancelled' }))).toBeNull();
    await theirs.setPlace('u1', { channel: 'C1', ts: '1.1' });
    expect([await theirs.isSubmitted('u1'), await theirs.countOpen()]).toEqual([false, { asking: 0, running: 0 }]);
    expect([await theirs.listOpen(9), await theirs.listUntold(9), await theirs.listReceipts(9)]).toEqual([[], [], []]);
    expect(await mine.find('u1')).toEqual(record);
    expect(await mine.countOpen()).toEqual({ asking: 0, running: 1 });
  });

  test("an upload's files are not read, written or deleted", async () => {
    const { store } = await openTestStore(kind);
    const [mine, theirs] = [store.of('T1').packages, store.of('T2').packages];
    const folder = await makeFolder();
    await writeFile(join(folder, 'in'), 'code');
    await store.of('T1').uploads.add(newUpload('u1'));
    await mine.put('u1', 'new', join(folder, 'in'));
    expect(await theirs.take('u1', 'new', join(folder, 'out'))).toBe(false);
    await expect(theirs.put('u1', 'new', join(folder, 'in'))).rejects.toThrow('no longer stored');
    await theirs.drop('u1');
    expect(await mine.take('u1', 'new', join(folder, 'out'))).toBe(true);
  });

  test('a change to check again is not claimed for longer, put off or deleted', async () => {
    const { store } = await openTestStore(kind, { now: () => 1000 });
    const [mine, theirs] = [store.of('T1').laterLooks, store.of('T2').laterLooks];
    const change = { kind: 'deleted' as const, items: [{ id: AbilityId.parse(6001), name: 'Weather' }] };
    const asked = { changeId: null, account: 0, userId: 'U1', ref: 'r1', origin: null, redraw: null };
    await mine.plan({ id: 'a1', looks: 0, change, ...asked }, 500);
    expect(await theirs.isPlanned()).toBe(false);
    await theirs.hold({ id: 'a1', looks: 0 }, 60_000);
    await theirs.again({ id: 'a1', looks: 0 }, 60_000);
    await theirs.drop('a1');
    await theirs.forget();
    expect(await store.laterLooks.nextDueAt(null)).toBe(500);
  });

  test('is forgotten with it alone, except the audit log', async () => {
    const { store } = await openTestStore(kind);
    for (const id of ['T1', 'T2']) {
      await store.of(id).watch.add();
      await store.of(id).homeViewers.remember('U1', null);
      await store.of(id).snapshot.save('{}', new Date(0));
    }
    await store.of('T1').forget();
    expect([await store.watches.nextDueAt('T1'), await store.of('T1').homeViewers.find('U1')]).toEqual([null, null]);
    expect(await store.of('T1').snapshot.read()).toBeNull();
    expect(await store.watches.nextDueAt('T2')).not.toBeNull();
    expect(await store.of('T2').homeViewers.find('U1')).not.toBeNull();
    expect(await store.of('T2').snapshot.read()).not.toBeNull();
  });
});
