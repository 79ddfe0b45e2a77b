import { describe, expect, test } from 'vitest';
import { openTestStore, storeKinds } from './stores.ts';

const RESUME = { id: '0123456789abcdef', userId: 'U1', line: 'resume', channelId: null, partOf: null };

describe.each(storeKinds)('planned commands on %s', (kind) => {
  test('are claimed once when they are due, and again if nobody finishes them', async () => {
    const clock = { at: 1000 };
    const { reopen, store } = await openTestStore(kind, { now: () => clock.at });
    await store.of('T1').schedulesOf(3).plan(RESUME, 5000);
    expect(await store.schedules.takeDue(9, 30_000, null)).toEqual([]);
    expect(await store.schedules.nextDueAt(null)).toBe(5000);
    clock.at = 6000;
    const claimed = { ...RESUME, tenantId: 'T1', account: 3, plannedFor: 5000, tries: 1, progress: null };
    expect(await store.schedules.takeDue(9, 30_000, null)).toEqual([claimed]);
    expect(await store.schedules.takeDue(9, 30_000, null)).toEqual([]);
    await store.schedules.hold(claimed, 60_000);
    clock.at = 40_000;
    expect(await store.schedules.takeDue(9, 30_000, null)).toEqual([]);
    clock.at = 70_000;
    const { schedules } = await reopen();
    expect(await schedules.takeDue(9, 30_000, null)).toEqual([{ ...claimed, tries: 2 }]);
    // The first process finds out too late.
    await schedules.done(claimed);
    expect(await schedules.nextDueAt(null)).toBe(100_000);
    await schedules.done({ ...claimed, tries: 2 });
    expect(await schedules.nextDueAt(null)).toBeNull();
  });

  test('stay if they are planned again while they run, and go if they are canceled', async () => {
    const { store } = await openTestStore(kind, { now: () => 6000 });
    const mine = store.of('T1').schedulesOf(null);
    await mine.plan(RESUME, 5000);
    const [claimed] = await store.schedules.takeDue(9, 30_000, null);
    await mine.plan(RESUME, 90_000);
    if (claimed) await store.schedules.done(claimed);
    expect(await store.schedules.nextDueAt(null)).toBe(90_000);
    await mine.cancel(RESUME.id);
    expect(await store.schedules.nextDueAt(null)).toBeNull();
  });

  test('belong to one workspace, and are forgotten with it', async () => {
    const { store } = await openTestStore(kind, { now: () => 6000 });
    for (const id of ['T1', 'T2']) await store.of(id).schedulesOf(null).plan(RESUME, 5000);
    await store.of('T1').schedulesOf(null).cancel(RESUME.id);
    expect(await store.schedules.nextDueAt('T1')).toBeNull();
    expect(await store.schedules.nextDueAt('T2')).toBe(5000);
    const quiet = { agent: null, userId: 'U1', startedAt: 1, endsAt: null, items: [], tries: 0 };
    for (const id of ['T1', 'T2'])
      await store
        .of(id)
        .quietsOf(null)
        .save({ id: RESUME.id, ...quiet });
    await store.of('T2').forget();
    expect(await store.schedules.nextDueAt(null)).toBeNull();
    expect(await store.of('T1').quietsOf(null).list()).toEqual([{ id: RESUME.id, ...quiet }]);
    expect(await store.of('T2').quietsOf(null).list()).toEqual([]);
    // A quiet of the account before has ended with it.
    expect(await store.of('T1').quietsOf(2).list()).toEqual([]);
  });
});
