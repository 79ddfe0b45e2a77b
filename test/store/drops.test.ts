import { describe, expect, test } from 'vitest';
import { HandClock } from '../hand-clock.ts';
import { openTestStore, storeKinds } from './stores.ts';

const LEASE_MS = 10_000;
const DROP = { eventId: 'Ev1', channelId: 'C0OPS', userId: 'U0ANA', fileId: 'F1' };

describe.each(storeKinds)('drops on %s', (kind) => {
  const setUp = async () => {
    const clock = new HandClock();
    const { reopen, store } = await openTestStore(kind, { now: clock.now });
    return { clock, store, other: await reopen() };
  };

  test('are taken once, however often they are delivered', async () => {
    const { clock, other, store } = await setUp();
    const [mine, theirs] = [store.drops.of('T1'), other.drops.of('T1')];
    await mine.add(DROP, LEASE_MS);
    await theirs.add(DROP, LEASE_MS);
    const taken = await Promise.all([mine, theirs, mine, theirs].map((drops) => drops.take(['Ev1'], LEASE_MS)));
    expect(taken.flat()).toEqual(['Ev1']);
    await mine.markAnswered(['Ev1']);
    await theirs.add(DROP, LEASE_MS);
    clock.move(10 * LEASE_MS);
    expect(await theirs.take(['Ev1'], LEASE_MS)).toEqual([]);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([]);
  });

  test('fall due when nobody took them, and when nobody answered them', async () => {
    const { clock, other, store } = await setUp();
    const drops = store.drops.of('T1');
    await drops.add(DROP, LEASE_MS);
    clock.move(LEASE_MS - 1);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([]);
    clock.move(1);
    const due = await Promise.all([store, other, store].map((one) => one.drops.takeDue(LEASE_MS, null)));
    expect(due.flat()).toEqual([{ ...DROP, teamId: 'T1', tries: 1 }]);
    // The process that received the event is too late.
    expect(await drops.take(['Ev1'], LEASE_MS)).toEqual([]);
    clock.move(LEASE_MS - 1);
    await drops.renew(['Ev1'], LEASE_MS);
    clock.move(LEASE_MS - 1);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([]);
    clock.move(1);
    expect(await other.drops.takeDue(LEASE_MS, null)).toEqual([{ ...DROP, teamId: 'T1', tries: 2 }]);
  });

  test('belong to their workspace, and go when it removes the bot', async () => {
    const { clock, store } = await setUp();
    const [first, second] = [store.drops.of('T1'), store.drops.of('T2')];
    await first.add(DROP, LEASE_MS);
    await second.add({ ...DROP, fileId: 'F2' }, LEASE_MS);
    expect(await first.take(['Ev1'], LEASE_MS)).toEqual(['Ev1']);
    await first.markAnswered(['Ev1']);
    clock.move(LEASE_MS);
    expect(await store.drops.takeDue(LEASE_MS, 'T1')).toEqual([]);
    expect(await store.drops.takeDue(LEASE_MS, 'T2')).toEqual([{ ...DROP, fileId: 'F2', teamId: 'T2', tries: 1 }]);
    await store.forgetTenant('T2');
    clock.move(LEASE_MS);
    expect(await store.drops.takeDue(LEASE_MS, null)).toEqual([]);
  });

  test('are kept for as long as Slack redelivers, and then removed', async () => {
    const { clock, store } = await setUp();
    const drops = store.drops.of('T1');
    await drops.add(DROP, LEASE_MS);
    await drops.markAnswered(['Ev1']);
    clock.move(29 * 60_000);
    await store.drops.sweep();
    await drops.add(DROP, LEASE_MS);
    expect(await drops.take(['Ev1'], LEASE_MS)).toEqual([]);
    clock.move(60_000);
    await store.drops.sweep();
    await drops.add(DROP, LEASE_MS);
    clock.move(LEASE_MS);
    expect(await store.drops.takeDue(LEASE_MS, null)).toEqual([{ ...DROP, teamId: 'T1', tries: 1 }]);
  });
});
