import { expect, test } from 'vitest';
import { HandClock } from '../hand-clock.ts';
import { refuseWrites } from './refuse-writes.ts';
import { openTestStore } from './stores.ts';

test('a database file that takes no writes is noticed within ten seconds, and so is the end of that', async () => {
  const clock = new HandClock();
  const { options, store } = await openTestStore('libsql', { now: clock.now });
  expect(await store.check()).toEqual({ refusesWrites: null });
  const takeWrites = await refuseWrites(options);
  // The last write was just now.
  expect(await store.check()).toEqual({ refusesWrites: null });
  clock.move(10_000);
  const refused = { refusesWrites: expect.objectContaining({ message: 'database or disk is full' }) };
  expect(await store.check()).toEqual(refused);
  await takeWrites();
  expect(await store.check()).toEqual(refused);
  clock.move(10_000);
  expect(await store.check()).toEqual({ refusesWrites: null });
});

test('a read-only PostgreSQL is noticed', async () => {
  const { options, reopen } = await openTestStore('postgresql');
  const url = new URL(options.databaseUrl ?? '');
  const more = `${url.searchParams.get('options') ?? ''} -c default_transaction_read_only=on`;
  // pg reads a plus sign as one, not as a space.
  url.search = `?options=${encodeURIComponent(more.trim())}`;
  const { refusesWrites } = await (await reopen({ databaseUrl: url.href })).check();
  // read_only_sql_transaction
  expect(refusesWrites).toMatchObject({ code: '25006' });
});
