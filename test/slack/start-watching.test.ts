import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/base/logger.ts';
import { startWatching } from '../../src/slack/features/watch.ts';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import type { Store } from '../../src/store/store.ts';
import { HandClock } from '../hand-clock.ts';
import { openTestStore, storeKinds } from '../store/stores.ts';
import { tapServer } from '../store/tapped-server.ts';

const EVERY_MS = 5 * 60_000;
const WATCHED = { ...EMPTY_SETTINGS, watchChannel: 'C0OPS' };

/** A watch on this store, of workspaces that are only named. */
function watch(store: Store, clock: HandClock) {
  const looked: string[] = [];
  const running = new Set<Promise<unknown>>();
  const stop = startWatching({
    clock,
    everyMs: EVERY_MS,
    log: createLogger('error', [], { write: () => undefined }),
    onlyTenantId: null,
    store,
    run: (work) => {
      const round = work();
      const ended = round.finally(() => running.delete(ended));
      running.add(ended);
      return ended;
    },
    workspaceOf: async (id) => {
      looked.push(id);
      return null;
    },
  });
  onTestFinished(stop);
  return {
    looked,
    /** Resolves when no round runs, and the next one has its timer. */
    idle: async () => {
      while (running.size > 0) {
        await Promise.allSettled(running);
        await turn();
      }
    },
  };
}

describe.each(storeKinds)('the watch on %s', (kind) => {
  test('checks each account once an interval, when it is due', async () => {
    const clock = new HandClock();
    const { store } = await openTestStore(kind, { now: clock.now });
    for (const [n, id] of ['T1', 'T2', 'T3'].entries()) {
      await store.of(id).watch.add();
      await store.of(id).watch.again(n * 60_000);
    }
    const { idle, looked } = watch(store, clock);
    await idle();
    expect(looked).toEqual(['T1']);
    for (let minute = 1; minute <= 10; minute += 1) {
      clock.move(60_000);
      await idle();
    }
    expect(looked).toEqual(['T1', 'T2', 'T3', 'T1', 'T2', 'T3', 'T1']);
  });

  test('checks all that are due, however many', async () => {
    const clock = new HandClock();
    const { store } = await openTestStore(kind, { now: clock.now });
    const ids = Array.from({ length: 25 }, (_, n) => `T${n}`);
    for (const id of ids) await store.of(id).watch.add();
    const { idle, looked } = watch(store, clock);
    await idle();
    expect(looked.toSorted()).toEqual(ids.toSorted());
  });

  test('begins when a channel is set, in this process or in another', async () => {
    const clock = new HandClock();
    const { reopen, store } = await openTestStore(kind, { now: clock.now });
    const { idle, looked } = watch(store, clock);
    await idle();
    await store.of('T1').settings.save(WATCHED, 'U1');
    await idle();
    expect(looked).toEqual(['T1']);
    const other = await reopen();
    await other.of('T2').settings.save(WATCHED, 'U1');
    store.notices.send({ kind: 'settings-changed', tenantId: 'T2' });
    await idle();
    expect(looked).toEqual(['T1', 'T2']);
  });

  test('checks again after a round during which a channel was set', async () => {
    const clock = new HandClock();
    const { store } = await openTestStore(kind, { now: clock.now });
    const { idle, looked } = watch(store, clock);
    // The first round has begun.
    await store.of('T1').settings.save(WATCHED, 'U1');
    await idle();
    expect(looked).toEqual(['T1']);
  });
});

test.runIf(storeKinds.includes('postgresql'))('the watch of nothing makes no query until settings change', async () => {
  const clock = new HandClock();
  const { options, reopen } = await openTestStore('postgresql', { now: clock.now });
  const wire = await tapServer(options.databaseUrl ?? '');
  const store = await reopen({ databaseUrl: wire.url });
  const { idle, looked } = watch(store, clock);
  await idle();
  const before = wire.statements.length;
  expect(before).toBeGreaterThan(0);
  clock.move(100 * EVERY_MS);
  await idle();
  expect(wire.statements.length).toBe(before);
  await store.of('T1').settings.save(EMPTY_SETTINGS, 'U1');
  await idle();
  clock.move(100 * EVERY_MS);
  await idle();
  // What is saved, a transaction of two statements, the notice, and one look for what is due and when.
  await expect.poll(() => wire.statements.length).toBe(before + 8);
  expect(looked).toEqual([]);
});
