import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Drop, Share } from '../../src/store/drops.ts';
import { HandClock } from '../hand-clock.ts';
import { until } from '../until.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const LEASE_MS = 10_000;
const DROP = { eventId: 'Ev1', channelId: 'C0OPS', userId: 'U0ANA', fileId: 'F1' };

/** The n-th file that Ana shares in #ops. */
const fileOf = (n: number): Drop => ({ ...DROP, eventId: `Ev${n}`, fileId: `F${n}` });

/** What is taken of the files of these numbers. */
const shareOf = (numbers: readonly number[], tries = 1, tenantId = 'T1'): Share => {
  const files = numbers.map((n) => ({ eventId: `Ev${n}`, fileId: `F${n}` }));
  return { tenantId, channelId: 'C0OPS', userId: 'U0ANA', files, tries };
};

describe.each(storeKinds)('drops on %s', (kind) => {
  const setUp = async () => {
    const clock = new HandClock();
    const { options, reopen, store } = await openTestStore(kind, { now: clock.now });
    return { clock, options, reopen, store, other: await reopen() };
  };

  test('are taken once, however often they are delivered', async () => {
    const { clock, other, store } = await setUp();
    const [mine, theirs] = [store.of('T1').drops, other.of('T1').drops];
    await mine.add(DROP, LEASE_MS);
    await theirs.add(DROP, LEASE_MS);
    const taken = await Promise.all([mine, theirs, mine, theirs].map((drops) => drops.takeShare(DROP, LEASE_MS)));
    expect(taken.filter((share) => share !== null)).toEqual([shareOf([1])]);
    await mine.markAnswered(shareOf([1]));
    await theirs.add(DROP, LEASE_MS);
    clock.move(10 * LEASE_MS);
    expect(await theirs.takeShare(DROP, LEASE_MS)).toBeNull();
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([]);
  });

  test('of one share are taken together, in order, by the process that received the last one', async () => {
    const { clock, other, store } = await setUp();
    const [mine, theirs] = [store.of('T1').drops, other.of('T1').drops];
    // Not in the order of their IDs, nor of the clock.
    for (const n of [3, 1]) await mine.add(fileOf(n), LEASE_MS);
    clock.move(-60_000);
    await theirs.add(fileOf(2), LEASE_MS);
    expect(await mine.takeShare(fileOf(3), LEASE_MS)).toBeNull();
    expect(await mine.takeShare(fileOf(1), LEASE_MS)).toBeNull();
    expect(await theirs.takeShare(fileOf(2), LEASE_MS)).toEqual(shareOf([3, 1, 2]));
    await mine.add(fileOf(4), LEASE_MS);
    expect(await mine.takeShare(fileOf(4), LEASE_MS)).toEqual(shareOf([4]));
  });

  test('of other people, channels and workspaces are other shares', async () => {
    const { store } = await setUp();
    const drops = store.of('T1').drops;
    await drops.add(DROP, LEASE_MS);
    await drops.add({ ...fileOf(2), userId: 'U0BEN' }, LEASE_MS);
    await drops.add({ ...fileOf(3), channelId: 'C0DEV' }, LEASE_MS);
    await store.of('T2').drops.add(fileOf(4), LEASE_MS);
    expect(await drops.takeShare(DROP, LEASE_MS)).toEqual(shareOf([1]));
  });

  test('that never end are taken when there are 50', async () => {
    const { store } = await setUp();
    const drops = store.of('T1').drops;
    const numbers = Array.from({ length: 50 }, (_, n) => n + 1);
    for (const n of numbers.slice(0, 49)) await drops.add(fileOf(n), LEASE_MS);
    expect(await drops.takeShare(fileOf(1), LEASE_MS)).toBeNull();
    await drops.add(fileOf(50), LEASE_MS);
    expect(await drops.takeShare(fileOf(1), LEASE_MS)).toEqual(shareOf(numbers));
  });

  test('fall due when nobody took them, and when nobody answered them', async () => {
    const { clock, other, store } = await setUp();
    const drops = store.of('T1').drops;
    await drops.add(DROP, LEASE_MS);
    clock.move(LEASE_MS - 1);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([]);
    clock.move(1);
    const due = await Promise.all([store, other, store].map((one) => one.drops.takeDue(LEASE_MS, null)));
    expect(due.flat()).toEqual([shareOf([1])]);
    // The process that received the event is too late.
    expect(await drops.takeShare(DROP, LEASE_MS)).toBeNull();
    clock.move(LEASE_MS - 1);
    expect(await drops.renew(shareOf([1]), LEASE_MS)).toBe(true);
    clock.move(LEASE_MS - 1);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([]);
    clock.move(1);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([shareOf([1], 2)]);
  });

  test('of one share fall due together, with the last of them', async () => {
    const { clock, other, store } = await setUp();
    const drops = store.of('T1').drops;
    await drops.add(fileOf(1), LEASE_MS);
    clock.move(LEASE_MS - 1);
    await drops.add(fileOf(2), LEASE_MS);
    clock.move(LEASE_MS - 1);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([]);
    clock.move(1);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([shareOf([1, 2])]);
  });

  test('taken by somebody else are no longer held', async () => {
    const { clock, other, store } = await setUp();
    const drops = store.of('T1').drops;
    await drops.add(DROP, LEASE_MS);
    await drops.takeShare(DROP, LEASE_MS);
    clock.move(LEASE_MS);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([shareOf([1], 2)]);
    expect(await drops.renew(shareOf([1]), LEASE_MS)).toBe(false);
    await drops.markAnswered(shareOf([1]));
    expect(await other.of('T1').drops.renew(shareOf([1], 2), LEASE_MS)).toBe(true);
  });

  test('are split by no number of takers', async () => {
    const { clock, options, other, store, reopen } = await setUp();
    const stores = [store, other, await reopen()];
    const people = ['U0ANA', 'U0BEN', 'U0CLEO', 'U0DORA'];
    const numbers = [5, 2, 4, 1, 3];
    for (const n of numbers) {
      for (const userId of people) {
        const drop = { ...fileOf(n), userId, eventId: `${userId}${n}` };
        await store.of('T1').drops.add(drop, LEASE_MS);
      }
    }
    // Each round, some wait for their events, and others look for what is due.
    for (let tries = 1; tries <= 10; tries += 1) {
      clock.move(LEASE_MS);
      const taken = await Promise.all([
        ...stores.map((one) => one.drops.takeDue(LEASE_MS, null)),
        ...people.flatMap((userId) =>
          stores.map(async (one) => [
            await one.of('T1').drops.takeShare({ ...DROP, userId, eventId: `${userId}3` }, LEASE_MS),
          ]),
        ),
        ...stores.map((one) => one.drops.takeDue(LEASE_MS, 'T1')),
      ]);
      const shares = taken.flat().filter((share) => share !== null);
      expect(shares.map(({ userId }) => userId).sort()).toEqual(people);
      for (const share of shares) {
        expect(share.files.map(({ fileId }) => fileId)).toEqual(numbers.map((n) => `F${n}`));
        expect(share.tries).toBe(tries);
      }
    }
    expect(await runSql(options, 'select event_id from drops where tries = 10')).toHaveLength(20);
  });

  test('belong to their workspace, and go when it removes the bot', async () => {
    const { clock, store } = await setUp();
    const [first, second] = [store.of('T1').drops, store.of('T2').drops];
    await first.add(DROP, LEASE_MS);
    await second.add(DROP, LEASE_MS);
    expect(await first.takeShare(DROP, LEASE_MS)).toEqual(shareOf([1]));
    await first.markAnswered(shareOf([1]));
    clock.move(LEASE_MS);
    expect(await store.drops.takeDue(LEASE_MS, 'T1')).toEqual([]);
    expect(await store.drops.takeDue(LEASE_MS, 'T2')).toEqual([shareOf([1], 1, 'T2')]);
    await store.of('T2').forget();
    clock.move(LEASE_MS);
    expect(await store.drops.takeDue(LEASE_MS, null)).toEqual([]);
  });

  test('are kept for as long as Slack redelivers, and then removed', async () => {
    const { clock, store } = await setUp();
    const drops = store.of('T1').drops;
    await drops.add(DROP, LEASE_MS);
    await drops.takeShare(DROP, LEASE_MS);
    await drops.markAnswered(shareOf([1]));
    clock.move(29 * 60_000);
    await store.expire({ history: 0, uploads: 0 });
    await drops.add(DROP, LEASE_MS);
    expect(await drops.takeShare(DROP, LEASE_MS)).toBeNull();
    clock.move(60_000);
    await store.expire({ history: 0, uploads: 0 });
    await drops.add(DROP, LEASE_MS);
    clock.move(LEASE_MS);
    expect(await store.drops.takeDue(LEASE_MS, null)).toEqual([shareOf([1])]);
  });
});

test.runIf(storeKinds.includes('postgresql'))('drops that two processes reach at once are taken by one', async () => {
  const clock = new HandClock();
  const { options, reopen, store } = await openTestStore('postgresql', { now: clock.now });
  const stores = [store, await reopen()];
  for (const n of [1, 2]) await store.of('T1').drops.add(fileOf(n), LEASE_MS);
  clock.move(LEASE_MS);
  const client = new Client({ connectionString: options.databaseUrl ?? '' });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query("select 1 from drops where event_id = 'Ev1' for update");
  const taken = Promise.all(stores.map(({ drops }) => drops.takeDue(LEASE_MS, null)));
  const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await until(async () => (await runSql(options, waiting)).length === stores.length);
  await client.query('commit');
  expect((await taken).flat()).toEqual([shareOf([1, 2])]);
});
