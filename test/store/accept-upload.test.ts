import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import { document, newUpload } from './new-upload.ts';
import { setUpUploads } from './set-up-uploads.ts';
import { storeKinds } from './stores.ts';

describe.each(storeKinds)('accepting an upload on %s', (kind) => {
  test('gives a message to one upload at a time: the next gets none, until that one failed', async () => {
    const { uploads } = await setUpUploads(kind);
    const on = { document: { ...document, place: { channel: 'C1', ts: '1.1' } } };
    const both = await Promise.all(['u1', 'u2'].map((id) => uploads.add(newUpload(id, on))));
    expect(both.map(({ isNew }) => isNew)).toEqual([true, true]);
    expect(both.map(({ record }) => record.place?.ts ?? 'none').sort()).toEqual(['1.1', 'none']);
    const holder = both.find(({ record }) => record.place)?.record.id ?? '';
    await uploads.decide(holder, null, ['accepted'], () => ({ state: 'cancelled' }));
    expect((await uploads.add(newUpload('u3', on))).record.place?.ts).toBe('1.1');
  });

  test('gives a message to one upload of each workspace: two may have a channel and a timestamp in common', async () => {
    const { store, uploads } = await setUpUploads(kind);
    const place = { channel: 'C1', ts: '1.1' };
    const on = { document: { ...document, place } };
    const { record: here } = await uploads.add(newUpload('u1', on));
    expect(await store.of('T2').uploads.isPlaceTaken(place)).toBe(false);
    const { record: there } = await uploads.add(newUpload('u2', { ...on, tenantId: 'T2' }));
    expect([here.place, there.place]).toEqual([place, place]);
    expect(await store.of('T2').uploads.isPlaceTaken(place)).toBe(true);
  });

  test('of another workspace under a key that is known there gives nothing of that one', async () => {
    const { uploads } = await setUpUploads(kind);
    await uploads.add(newUpload('u1', { submissionKey: 'V1' }));
    await expect(uploads.add(newUpload('u2', { submissionKey: 'V1', tenantId: 'T2' }))).rejects.toThrow(
      'The form was submitted before',
    );
  });

  test('keeps all of it', async () => {
    const { clock, uploads } = await setUpUploads(kind);
    const place = { channel: 'C1', ts: '1.2' };
    const full = {
      ...document,
      existingIds: [AbilityId.parse(1)],
      form: { ...document.form, name: '\0 „Ü“ 🚀' },
      place,
    };
    const { isNew, record } = await uploads.add(newUpload('u1', { document: full }));
    expect(isNew).toBe(true);
    expect(record).toEqual({
      ...full,
      id: 'u1',
      tenantId: 'T1',
      userId: 'U1',
      state: 'accepted',
      version: 1,
      acceptedAt: clock.at,
      changedAt: clock.at,
      dueAt: clock.at,
    });
    expect(await uploads.find('u1')).toEqual(record);
    expect(await uploads.find('u2')).toBeNull();
  });

  test('gives the first record for the same submission, however much later', async () => {
    const { claim, clock, uploads } = await setUpUploads(kind);
    await uploads.add(newUpload('u1', { submissionKey: 'V1' }));
    const saved = await uploads.save({ ...(await claim()), state: 'fetching' }, 'a');
    clock.move(60_000);
    expect(await uploads.add(newUpload('u2', { submissionKey: 'V1' }))).toEqual({ record: saved, isNew: false });
    expect(await uploads.find('u2')).toBeNull();
  });

  test('is one upload for many submissions at the same moment', async () => {
    const { uploads } = await setUpUploads(kind);
    const ids = Array.from({ length: 8 }, (_, index) => `u${index}`);
    const added = await Promise.all(ids.map((id) => uploads.add(newUpload(id, { submissionKey: 'V1' }))));
    expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(added.map(({ record }) => record.id)).size).toBe(1);
  });

  test.each([
    ['a long ID', { id: 'x'.repeat(256) }, /"id"[\s\S]*Too big/],
    ['a long submission key', { submissionKey: 'x'.repeat(256) }, /"submissionKey"[\s\S]*Too big/],
    ['a NUL in an ID', { id: 'a\0b' }, /"id"[\s\S]*holds a NUL/],
  ])('refuses %s', async (_, changed, why) => {
    const { uploads } = await setUpUploads(kind);
    await expect(uploads.add(newUpload('u1', changed))).rejects.toThrow(why);
    expect(await uploads.nextDueAt()).toBeNull();
  });

  test('refuses no workspace', async () => {
    const { store } = await setUpUploads(kind);
    expect(() => store.of('')).toThrow(/Too small/);
  });

  test('refuses an endless document with a clear error', async () => {
    const { uploads } = await setUpUploads(kind);
    const endless = { ...document, form: { ...document.form, description: 'x'.repeat(1_000_000) } };
    await expect(uploads.add(newUpload('u1', { document: endless }))).rejects.toThrow(
      /^This upload's text is too long to be stored: \d+ characters, and the limit is 1000000\./,
    );
  });
});
