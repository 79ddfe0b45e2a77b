import { describe, expect, test } from 'vitest';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import { HandClock } from '../hand-clock.ts';
import { openTestStore, storeKinds } from './stores.ts';

const EVERY_MS = 5 * 60_000;
const WATCHED = { ...EMPTY_SETTINGS, watchChannel: 'C0OPS' };

describe.each(storeKinds)('watched workspaces on %s', (kind) => {
  const setUp = async (isWatchedByDefault = false) => {
    const clock = new HandClock();
    const opened = await openTestStore(kind, { now: clock.now, isWatchedByDefault });
    return { ...opened, clock, other: await opened.reopen() };
  };

  test('are those whose settings name a channel, due when it is set', async () => {
    const { clock, other, store } = await setUp();
    expect(await store.watches.nextDueAt(null)).toBeNull();
    await store.of('T1').settings.save(WATCHED, 'U1');
    await store.of('T2').settings.save(EMPTY_SETTINGS, 'U1');
    expect(await other.watches.nextDueAt(null)).toBe(clock.now());
    expect(await other.watches.takeDue(10, EVERY_MS, null)).toEqual(['T1']);
    await store.of('T1').settings.save({ ...WATCHED, watchChannel: 'C0DEV' }, 'U1');
    expect(await store.watches.takeDue(10, EVERY_MS, null)).toEqual([]);
    await store.of('T1').settings.save(EMPTY_SETTINGS, 'U1');
    expect(await store.watches.nextDueAt(null)).toBeNull();
    // One that removed its channel during a check is not watched again.
    await store.of('T1').watch.again(0);
    expect(await store.watches.nextDueAt(null)).toBeNull();
  });

  test('are announced to this process when they are saved', async () => {
    const { store } = await setUp();
    const heard: unknown[] = [];
    store.notices.listen((notice) => void heard.push(notice));
    await store.of('T1').settings.save(WATCHED, 'U1');
    expect(heard).toEqual([{ kind: 'settings-changed', tenantId: 'T1' }]);
  });

  test('without a channel of their own stay watched if the environment names one', async () => {
    const { clock, store } = await setUp(true);
    await store.of('T1').watch.add();
    await store.of('T1').settings.save(EMPTY_SETTINGS, 'U1');
    expect(await store.watches.nextDueAt(null)).toBe(clock.now());
  });

  test('go when they remove the bot, and return when they install it again', async () => {
    const { clock, store } = await setUp();
    await store.of('T1').settings.save(WATCHED, 'U1');
    await store.of('T2').settings.save(EMPTY_SETTINGS, 'U1');
    for (const id of ['T1', 'T2']) await store.of(id).forget();
    expect(await store.watches.nextDueAt(null)).toBeNull();
    clock.move(EVERY_MS);
    for (const id of ['T1', 'T2', 'T3']) await store.of(id).settings.resumeWatch();
    expect(await store.watches.takeDue(10, EVERY_MS, null)).toEqual(['T1']);
  });

  test('are due again after the interval, or sooner after a busy check', async () => {
    const { clock, other, store } = await setUp();
    await store.of('T1').watch.add();
    expect(await store.watches.takeDue(1, EVERY_MS, null)).toEqual(['T1']);
    await store.of('T1').watch.again(30_000);
    clock.move(29_999);
    expect(await other.watches.takeDue(1, EVERY_MS, null)).toEqual([]);
    clock.move(1);
    expect(await other.watches.takeDue(1, EVERY_MS, null)).toEqual(['T1']);
    clock.move(EVERY_MS - 1);
    expect(await store.watches.takeDue(1, EVERY_MS, null)).toEqual([]);
    expect(await store.watches.nextDueAt('T1')).toBe(clock.now() + 1);
    clock.move(1);
    expect(await store.watches.takeDue(1, EVERY_MS, null)).toEqual(['T1']);
  });

  test('of another workspace are left alone by a process that serves one', async () => {
    const { clock, store } = await setUp();
    await store.of('T1').watch.add();
    clock.move(1);
    await store.of('T2').watch.add();
    expect(await store.watches.nextDueAt('T2')).toBe(clock.now());
    expect(await store.watches.nextDueAt('T3')).toBeNull();
    expect(await store.watches.takeDue(10, EVERY_MS, 'T2')).toEqual(['T2']);
    expect(await store.watches.takeDue(10, EVERY_MS, null)).toEqual(['T1']);
  });

  test('that are all late after an outage are due again at different times, and once an interval on average', async () => {
    const { clock, store } = await setUp();
    const ids = Array.from({ length: 400 }, (_, n) => `T${n}`);
    for (const id of ids) await store.of(id).watch.add();
    clock.move(10 * EVERY_MS);
    expect(await store.watches.behindMs(null)).toBe(10 * EVERY_MS);
    expect(await store.watches.takeDue(ids.length, EVERY_MS, null)).toHaveLength(ids.length);
    expect(await store.watches.behindMs(null)).toBe(0);
    clock.move(EVERY_MS / 2);
    const again: string[] = [];
    for (let quarter = 1; quarter <= 4; quarter += 1) {
      clock.move(EVERY_MS / 4);
      // None comes twice.
      const due = await store.watches.takeDue(ids.length, 100 * EVERY_MS, null);
      again.push(...due);
      // 100 on average.
      expect(due.length).toBeGreaterThan(50);
    }
    expect(again.toSorted()).toEqual(ids.toSorted());
  });

  test('that are a little late are due again after the interval', async () => {
    const { clock, store } = await setUp();
    await store.of('T1').watch.add();
    clock.move(EVERY_MS / 10);
    await store.watches.takeDue(1, EVERY_MS, null);
    expect(await store.watches.nextDueAt('T1')).toBe(clock.now() + EVERY_MS);
  });

  test('1,000 of them are each claimed once an interval by three processes, spread as before', async () => {
    const { clock, other, reopen, store } = await setUp();
    const stores = [store, other, await reopen()];
    const ids = Array.from({ length: 1000 }, (_, n) => `T${n}`);
    const stepMs = EVERY_MS / 20;
    const perStep = ids.length / 20;
    for (const [n, id] of ids.entries()) {
      await store.of(id).watch.add();
      await store.of(id).watch.again(Math.floor(n / perStep) * stepMs);
    }
    for (let interval = 0; interval < 2; interval += 1) {
      const claimed: string[] = [];
      for (let step = 0; step < 20; step += 1) {
        const inStep = await Promise.all(
          stores.map(async ({ watches }) => {
            const mine: string[] = [];
            for (;;) {
              const due = await watches.takeDue(4, EVERY_MS, null);
              mine.push(...due);
              if (due.length === 0) return mine;
            }
          }),
        );
        expect(inStep.flat()).toHaveLength(perStep);
        claimed.push(...inStep.flat());
        clock.move(stepMs);
      }
      expect(claimed.toSorted()).toEqual(ids.toSorted());
    }
  });
});
