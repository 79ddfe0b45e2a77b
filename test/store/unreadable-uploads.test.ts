import { describe, expect, test } from 'vitest';
import type { UnreadableUpload } from '../../src/store/database.ts';
import { HandClock } from '../hand-clock.ts';
import { allUploads } from './all-uploads.ts';
import { newUpload } from './new-upload.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const HOUR = 3_600_000;
const spoil = (assignment: string) => `update uploads set ${assignment} where id = 'u1' returning id`;

async function setUp(kind: (typeof storeKinds)[number], assignment: string) {
  const clock = new HandClock();
  const reported: UnreadableUpload[] = [];
  const { options, reopen, store } = await openTestStore(kind, {
    now: clock.now,
    onUnreadable: (upload) => void reported.push(upload),
  });
  const uploads = allUploads(store);
  await uploads.add(newUpload('u1'));
  clock.move(1);
  await uploads.add(newUpload('u2'));
  await runSql(options, spoil(assignment));
  return { clock, options, reopen, reported, uploads };
}

describe.each(storeKinds)('a record that this version cannot read, on %s', (kind) => {
  test.each([
    ['is not JSON', `document = 'secret'`, 'document (custom)'],
    ['lacks what this version needs', `document = '{"form":"secret"}'`, 'document.form (invalid_type)'],
    ['is in a state of a newer version', `state = 'polishing'`, 'state (invalid_value)'],
  ])('%s: it is reported once an hour, and the others go on', async (_, assignment, reason) => {
    const { clock, reported, uploads } = await setUp(kind, assignment);
    expect(await uploads.claimNext('a', 1000)).toMatchObject({ id: 'u2' });
    expect(reported).toEqual([{ id: 'u1', reason: expect.stringContaining(reason) }]);
    expect(JSON.stringify(reported)).not.toContain('secret');
    expect(await uploads.claimNext('b', 1000)).toBeNull();
    await uploads.decide('u2', null, ['accepted'], () => ({ state: 'cancelled' }));
    await uploads.markTold('u2', null);
    expect(await uploads.nextDueAt()).toBeNull();
    expect(reported).toHaveLength(1);
    clock.move(HOUR);
    expect(await uploads.claimNext('b', 1000)).toBeNull();
    expect(reported).toHaveLength(2);
  });

  test('is left out of every other answer, and nothing overwrites it', async () => {
    const { options, reported, uploads } = await setUp(kind, `document = '{}'`);
    expect(await uploads.find('u1')).toBeNull();
    expect((await uploads.listOpen(10)).map(({ id }) => id)).toEqual(['u2']);
    expect(await uploads.decide('u1', null, ['accepted'], () => ({ state: 'cancelled' }))).toBeNull();
    await expect(uploads.add(newUpload('u1'))).rejects.toThrow(
      'The form was submitted before, but its upload u1 cannot be read.',
    );
    expect(reported).toHaveLength(4);
    expect(await runSql(options, `select state, document from uploads where id = 'u1'`)).toEqual([
      { state: 'accepted', document: '{}' },
    ]);
  });

  test('is not kept from the version that knows it', async () => {
    const { clock, options, reopen, uploads } = await setUp(kind, `state = 'polishing'`);
    const row = `select version, due_at, lease_owner from uploads where id = 'u1'`;
    const [before] = await runSql(options, row);
    await uploads.claimNext('a', 1000);
    expect(await runSql(options, row)).toEqual([before]);
    await runSql(options, spoil(`state = 'accepted'`));
    const newer = allUploads(await reopen());
    expect(await newer.nextDueAt()).toBe(clock.at - 1);
    expect(await newer.claimNext('b', 1000)).toMatchObject({ id: 'u1' });
  });
});
