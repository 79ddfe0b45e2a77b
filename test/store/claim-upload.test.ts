import { describe, expect, test } from 'vitest';
import { allUploads } from './all-uploads.ts';
import { newUpload } from './new-upload.ts';
import { LEASE, setUpUploads } from './set-up-uploads.ts';
import { storeKinds } from './stores.ts';

describe.each(storeKinds)('an upload that is held on %s', (kind) => {
  describe('claiming', () => {
    test('gives the oldest first, each to one owner, and then nothing', async () => {
      const { add, claim, uploads } = await setUpUploads(kind);
      await add('u2', 'u1', 'u3');
      expect([(await claim('a')).id, (await claim('b')).id, (await claim('a')).id]).toEqual(['u2', 'u1', 'u3']);
      expect(await uploads.claimNext('c', LEASE)).toBeNull();
    });

    test('takes turns by workspace, in the order that is shown to those who wait', async () => {
      const { add, claim, clock, reopen, uploads } = await setUpUploads(kind);
      await add('a1', 'a2', 'a3');
      expect((await claim()).id).toBe('a1');
      for (const id of ['b1', 'b2', 'c1']) {
        await uploads.add(newUpload(id, { tenantId: id.startsWith('b') ? 'T2' : 'T3' }));
        clock.move(1);
      }
      const order = ['b1', 'c1', 'a2', 'b2', 'a3'];
      expect((await uploads.listWaiting(10)).map(({ id }) => id)).toEqual(order);
      const elsewhere = allUploads(await reopen());
      const claimed: (string | undefined)[] = [];
      for (const by of [uploads, elsewhere, uploads, elsewhere, uploads]) {
        claimed.push((await by.claimNext('a', LEASE))?.id);
      }
      expect(claimed).toEqual(order);
    });

    test('passes over what is not due, until it is', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1', 'u2');
      await uploads.save({ ...(await claim()), state: 'asking', dueAt: clock.at + 1000 }, 'a');
      await uploads.release('u1', 'a', null);
      expect((await claim()).id).toBe('u2');
      clock.move(999);
      expect(await uploads.claimNext('b', LEASE)).toBeNull();
      clock.move(1);
      expect(await claim('b')).toMatchObject({ id: 'u1', state: 'asking' });
    });

    test('takes over an expired lease, and refuses any write of the old owner', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1');
      const old = await claim('a');
      clock.move(LEASE - 1);
      expect(await uploads.claimNext('b', LEASE)).toBeNull();
      clock.move(1);
      expect(await uploads.save({ ...old, state: 'fetching' }, 'a')).toBeNull();
      expect(await uploads.renew('u1', 'a', LEASE)).toBe(false);
      expect(await claim('b')).toMatchObject({ id: 'u1', state: 'accepted' });
      expect(await uploads.save({ ...old, state: 'fetching' }, 'a')).toBeNull();
      expect(await uploads.renew('u1', 'a', LEASE)).toBe(false);
      await uploads.release('u1', 'a', clock.at + 5000);
      expect(await uploads.claimNext('c', LEASE)).toBeNull();
      expect(await uploads.find('u1')).toMatchObject({ state: 'accepted', dueAt: old.dueAt });
    });

    test('refuses the late write of an owner who took over from itself', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1');
      const late = await claim('a');
      clock.move(LEASE);
      const again = await claim('a');
      expect(await uploads.save({ ...late, state: 'failed' }, 'a')).toBeNull();
      expect(await uploads.save({ ...again, state: 'fetching' }, 'a')).toMatchObject({ state: 'fetching' });
    });

    test('leaves the version as it is when nobody held the record', async () => {
      const { add, claim, uploads } = await setUpUploads(kind);
      await add('u1');
      expect((await claim('a')).version).toBe(1);
      await uploads.release('u1', 'a', null);
      expect((await claim('b')).version).toBe(1);
    });

    test('a renewed lease is held from then on', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1');
      const record = await claim('a');
      clock.move(LEASE - 1);
      expect(await uploads.renew('u1', 'a', LEASE)).toBe(true);
      expect(await uploads.renew('u1', 'b', LEASE)).toBe(false);
      expect(await uploads.renew('u2', 'a', LEASE)).toBe(false);
      clock.move(LEASE - 1);
      expect(await uploads.claimNext('b', LEASE)).toBeNull();
      expect(await uploads.save({ ...record, state: 'fetching' }, 'a')).not.toBeNull();
    });
  });

  describe('releasing', () => {
    test('admits the next owner, immediately or at the given time', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1');
      await claim('a');
      await uploads.release('u1', 'a', null);
      await claim('b');
      await uploads.release('u1', 'b', clock.at + 10);
      expect(await uploads.claimNext('c', LEASE)).toBeNull();
      clock.move(10);
      expect((await claim('c')).id).toBe('u1');
    });

    test('moves the moment of what the owner itself saved', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1');
      await uploads.save({ ...(await claim()), state: 'fetching' }, 'a');
      await uploads.release('u1', 'a', clock.at + 10);
      expect(await uploads.find('u1')).toMatchObject({ state: 'fetching', dueAt: clock.at + 10 });
    });

    test('does not put off what a person decided meanwhile', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1');
      await uploads.save({ ...(await claim()), state: 'asking', dueAt: clock.at + 90_000 }, 'a');
      await uploads.decide('u1', null, ['asking'], () => ({ state: 'sending', dueAt: clock.at }));
      await uploads.release('u1', 'a', clock.at + 90_000);
      expect(await claim('b')).toMatchObject({ id: 'u1', state: 'sending' });
    });
  });
});
