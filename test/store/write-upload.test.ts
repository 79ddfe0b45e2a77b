import { describe, expect, test } from 'vitest';
import { UPLOAD_STATES } from '../../src/store/upload-record.ts';
import { END, LEASE, setUpUploads } from './set-up-uploads.ts';
import { storeKinds } from './stores.ts';

describe.each(storeKinds)('an upload that is written on %s', (kind) => {
  describe('saving', () => {
    test('writes state, document and due moment, and raises the version', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1');
      const record = await claim();
      clock.move(5);
      const saved = await uploads.save({ ...record, state: 'sending', sends: 1, dueAt: clock.at + 0.4 }, 'a');
      expect(saved).toEqual({
        ...record,
        state: 'sending',
        sends: 1,
        version: 2,
        changedAt: clock.at,
        dueAt: clock.at + 1,
      });
      expect(await uploads.find('u1')).toEqual(saved);
    });

    test('refuses an older version, and an owner without the lease', async () => {
      const { add, claim, uploads } = await setUpUploads(kind);
      await add('u1', 'u2');
      const record = await claim();
      const saved = await uploads.save({ ...record, state: 'fetching' }, 'a');
      expect(await uploads.save({ ...record, state: 'failed' }, 'a')).toBeNull();
      expect(saved && (await uploads.save({ ...saved, state: 'failed' }, 'b'))).toBeNull();
      expect(await uploads.find('u1')).toEqual(saved);
      const unclaimed = await uploads.find('u2');
      expect(unclaimed && (await uploads.save({ ...unclaimed, state: 'failed' }, 'a'))).toBeNull();
    });

    test('refuses what could not be read again', async () => {
      const { add, claim, uploads } = await setUpUploads(kind);
      await add('u1');
      await expect(uploads.save({ ...(await claim()), sends: Number.NaN }, 'a')).rejects.toThrow(/"sends"/);
      expect(await uploads.find('u1')).toMatchObject({ sends: 0, version: 1 });
    });
  });

  describe('deciding', () => {
    test('applies the change without the lease, and the worker who held it is refused', async () => {
      const { add, claim, clock, uploads } = await setUpUploads(kind);
      await add('u1');
      const record = await claim('a');
      const decided = await uploads.decide('u1', null, ['accepted', 'fetching'], () => ({
        state: 'cancelled',
        end: END,
        dueAt: clock.at,
        tenantId: 'T2',
        id: 'u2',
      }));
      expect(decided).toEqual({
        ...record,
        state: 'cancelled',
        end: END,
        dueAt: clock.at,
        changedAt: clock.at,
        version: 2,
      });
      expect(await uploads.save({ ...record, state: 'sending' }, 'a')).toBeNull();
      expect(await uploads.claimNext('b', LEASE)).toBeNull();
      expect(await uploads.renew('u1', 'a', LEASE)).toBe(true);
      await uploads.release('u1', 'a', null);
      expect(await claim('b')).toEqual(decided);
    });

    test.each([
      ['in another state', 'u1', null, ['asking'] as const],
      ['of another version', 'u1', 2, ['accepted'] as const],
      ['unknown', 'u2', null, UPLOAD_STATES],
    ])('leaves an upload alone that is %s', async (_, id, version, states) => {
      const { add, uploads } = await setUpUploads(kind);
      await add('u1');
      const before = await uploads.find('u1');
      expect(await uploads.decide(id, version, states, () => ({ state: 'cancelled' }))).toBeNull();
      expect(await uploads.find('u1')).toEqual(before);
    });

    test('takes the version that was shown', async () => {
      const { add, uploads } = await setUpUploads(kind);
      await add('u1');
      expect(await uploads.decide('u1', 1, ['accepted'], () => ({ state: 'cancelled' }))).toMatchObject({ version: 2 });
    });

    test('applies every one of many at the same moment', async () => {
      const { add, uploads } = await setUpUploads(kind);
      await add('u1');
      const clicks = Array.from({ length: 5 }, () =>
        uploads.decide('u1', null, ['accepted'], ({ sends }) => ({ sends: sends + 1 })),
      );
      expect((await Promise.all(clicks)).every((record) => record !== null)).toBe(true);
      expect(await uploads.find('u1')).toMatchObject({ sends: 5, version: 6 });
    });

    test('tries again on what a worker wrote between reading and writing', async () => {
      const { add, claim, uploads } = await setUpUploads(kind);
      await add('u1');
      const record = await claim();
      const seen: string[] = [];
      const saves: Promise<unknown>[] = [];
      const decided = await uploads.decide('u1', null, ['accepted', 'fetching'], ({ state }) => {
        seen.push(state);
        if (seen.length === 1) saves.push(uploads.save({ ...record, state: 'fetching' }, 'a'));
        return { state: 'cancelled' };
      });
      await Promise.all(saves);
      // The save starts before the decision is written. The second of the two is refused, or sees the first.
      expect(decided).toMatchObject({ state: 'cancelled', version: seen.length + 1 });
      expect(await uploads.find('u1')).toEqual(decided);
    });
  });

  describe('the place', () => {
    test('is kept beside what a worker writes at the same time', async () => {
      const { add, claim, uploads } = await setUpUploads(kind);
      await add('u1');
      const record = await claim();
      await uploads.setPlace('u1', { channel: 'C1', ts: '1.5' });
      expect(await uploads.find('u1')).toEqual({ ...record, place: { channel: 'C1', ts: '1.5' } });
      const saved = await uploads.save({ ...record, state: 'fetching' }, 'a');
      expect(saved).toMatchObject({ state: 'fetching', version: 2, place: { channel: 'C1', ts: '1.5' } });
      await uploads.setPlace('u1', { channel: 'C1', ts: '2.5' });
      expect(saved && (await uploads.save(saved, 'a'))).toMatchObject({ place: { channel: 'C1', ts: '2.5' } });
    });

    test('is one of Slack', async () => {
      const { add, uploads } = await setUpUploads(kind);
      await add('u1');
      await expect(uploads.setPlace('u1', { channel: '', ts: '1' })).rejects.toThrow(/"channel"/);
      expect(await uploads.find('u1')).toMatchObject({ place: null });
    });
  });
});
