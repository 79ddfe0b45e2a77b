import { describe, expect, test } from 'vitest';
import type { HandClock } from '../hand-clock.ts';
import { newUpload } from './new-upload.ts';
import { END, LEASE, setUpUploads } from './set-up-uploads.ts';
import { storeKinds } from './stores.ts';

describe.each(storeKinds)('the queue of uploads on %s', (kind) => {
  test('lists who waits, in the order of claims: not begun, not ended, not put off, of one workspace', async () => {
    const { add, clock, uploads } = await setUpUploads(kind);
    const claim = async () => {
      const record = await uploads.claimNext('a', LEASE, 'T1');
      if (!record) throw new Error('There is nothing to claim.');
      return record;
    };
    const waiting = async () => (await uploads.listWaiting(10, 'T1')).map(({ id }) => id);
    await add('u5', 'u4', 'u3', 'u2', 'u1');
    await uploads.add(newUpload('other', { tenantId: 'T2' }));
    expect(await waiting()).toEqual(['u5', 'u4', 'u3', 'u2', 'u1']);
    expect((await uploads.listWaiting(2, 'T1')).map(({ id }) => id)).toEqual(['u5', 'u4']);
    await claim();
    expect(await waiting()).toEqual(['u4', 'u3', 'u2', 'u1']);
    await uploads.save({ ...(await claim()), state: 'fetching' }, 'a');
    await uploads.release('u4', 'a', null);
    expect(await waiting()).toEqual(['u3', 'u2', 'u1']);
    await uploads.decide('u3', null, ['accepted'], () => ({ state: 'cancelled', end: END }));
    await uploads.decide('u2', null, ['accepted'], () => ({ dueAt: clock.at + 1 }));
    expect(await waiting()).toEqual(['u1']);
    expect((await uploads.listWaiting(10)).map(({ id }) => id)).toEqual(['other', 'u1']);
  });

  test('is in the same order as claims for uploads of the same moment', async () => {
    const { claim, uploads } = await setUpUploads(kind);
    for (const id of ['u2', 'u1', 'u3']) await uploads.add(newUpload(id));
    expect((await uploads.listWaiting(10)).map(({ id }) => id)).toEqual(['u1', 'u2', 'u3']);
    expect((await claim()).id).toBe('u1');
  });

  test('lists what is open in one workspace, oldest first', async () => {
    const { add, claim, store, uploads } = await setUpUploads(kind);
    await add('u3', 'u2', 'u1', 'u4');
    await uploads.add(newUpload('other', { tenantId: 'T2' }));
    await uploads.save({ ...(await claim()), state: 'done' }, 'a');
    expect((await uploads.listOpen(10)).map(({ id }) => id)).toEqual(['u2', 'u1', 'u4']);
    expect((await uploads.listOpen(2)).map(({ id }) => id)).toEqual(['u2', 'u1']);
    expect((await store.of('T2').uploads.listOpen(10)).map(({ id }) => id)).toEqual(['other']);
  });

  test('knows when there is something to claim', async () => {
    const { add, claim, clock, uploads } = await setUpUploads(kind);
    expect(await uploads.nextDueAt()).toBeNull();
    await add('u1', 'u2');
    expect(await uploads.nextDueAt()).toBe(clock.at - 2);
    await claim();
    expect(await uploads.nextDueAt()).toBe(clock.at - 1);
    await claim();
    expect(await uploads.nextDueAt()).toBe(clock.at + LEASE);
    await uploads.release('u1', 'a', clock.at + 10);
    expect(await uploads.nextDueAt()).toBe(clock.at + 10);
    await uploads.release('u2', 'a', clock.at + LEASE + 10);
    await claimAt(clock, clock.at + 10);
    expect(await uploads.nextDueAt()).toBe(clock.at + LEASE);

    async function claimAt(hand: HandClock, at: number) {
      hand.at = at;
      await claim();
    }
  });
});
