import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/logger.ts';
import { checkGuards, takePosition, withTimeBudget, withTrace } from '../../src/base/request-context.ts';
import { LeaseLostError, Locks } from '../../src/core/locks.ts';
import { HandClock } from '../hand-clock.ts';
import { openTestStore, storeKinds } from '../store/stores.ts';

/** Two processes on one store, whose time only moves in `settle` and by hand. */
async function setUp() {
  const clock = new HandClock();
  const { reopen, store } = await openTestStore('libsql', { now: clock.now });
  const other = await reopen();
  const lines: string[] = [];
  const log = createLogger('info', [], { write: (line: string) => void lines.push(line) });
  const locksOn = (opened: typeof store) => new Locks({ leases: opened.of('T1').newLeaseHolder(), clock, log });
  /** @returns after how many milliseconds it has settled. */
  const settle = async (work: Promise<unknown>) => {
    const began = clock.now();
    let isSettled = false;
    work.then(
      () => {
        isSettled = true;
      },
      () => {
        isSettled = true;
      },
    );
    for (;;) {
      // A step of a task needs several rounds of the event loop.
      for (let round = 0; round < 5; round += 1) await setImmediate();
      if (isSettled) return clock.now() - began;
      clock.move(10);
    }
  };
  return {
    clock,
    lines,
    mine: locksOn(store),
    others: locksOn(other),
    otherLeases: other.of('T1').newLeaseHolder(),
    settle,
    store,
  };
}

function heldTask() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const run = async () => {
    begin();
    await released;
    return 'done';
  };
  return { begun, release, run };
}

const never = async () => {
  throw new Error('This task must not run.');
};

test('a task waits for that of another process', async () => {
  const { mine, others, settle } = await setUp();
  const held = heldTask();
  const first = mine.alone('agent:1', held.run);
  await held.begun;
  let hasRun = false;
  const second = others.alone('agent:1', async ({ followsAnother }) => {
    hasRun = true;
    return followsAnother;
  });
  await settle(others.alone('agent:2', async () => undefined));
  expect(hasRun).toBe(false);
  held.release();
  expect(await first).toBe('done');
  expect(await settle(second)).toBeLessThanOrEqual(250);
  expect(await second).toBe(true);
});

test('tasks of one process run in the order they came, and do not ask the store while they wait', async () => {
  const { clock, mine } = await setUp();
  const held = heldTask();
  const order: number[] = [];
  const tasks = [
    mine.alone('agent:1', held.run),
    ...[1, 2, 3].map((one) => mine.alone('agent:1', async () => order.push(one))),
  ];
  await held.begun;
  held.release();
  // The clock stands still, so nobody can have waited.
  await Promise.all(tasks);
  expect(order).toEqual([1, 2, 3]);
  expect(clock.now()).toBe(new HandClock().at);
});

test('what only has an order within the process takes no lease', async () => {
  const { mine, others } = await setUp();
  const held = heldTask();
  const first = mine.inOrder('view:1', held.run);
  await held.begun;
  expect(await others.inOrder('view:1', async () => 'at the same time')).toBe('at the same time');
  held.release();
  await first;
});

test('a task that takes long keeps its lease, and nobody waits for it longer than thirty seconds', async () => {
  const { mine, others, settle } = await setUp();
  const held = heldTask();
  const first = mine.alone('agent:1', held.run);
  await held.begun;
  const second = others.alone('agent:1', never);
  expect(await settle(second)).toBe(30_000);
  await expect(second).rejects.toMatchObject({ refusal: { why: 'busy' } });
  held.release();
  await first;
});

test('nobody waits longer than the time budget lasts', async () => {
  const { mine, others } = await setUp();
  const held = heldTask();
  const first = mine.alone('agent:1', held.run);
  await held.begun;
  const second = withTimeBudget(0, () => others.alone('agent:1', never));
  await expect(second).rejects.toMatchObject({ refusal: { why: 'busy' } });
  held.release();
  await first;
});

test('a task that waited in the queue for too long does not run, and one that came first always does', async () => {
  const { clock, mine } = await setUp();
  const held = heldTask();
  const first = mine.alone('agent:1', held.run, 0);
  clock.at += 1;
  await held.begun;
  const late = mine.alone('agent:1', never, 100);
  const inTime = mine.alone('agent:1', async () => 'in time', 101);
  const patient = mine.alone('agent:1', async () => 'patient', Number.POSITIVE_INFINITY);
  clock.at += 101;
  held.release();
  expect(await first).toBe('done');
  await expect(late).rejects.toMatchObject({ refusal: { why: 'busy' } });
  expect([await inTime, await patient]).toEqual(['in time', 'patient']);
});

test('a task in the queue is refused when its time is up, and not when its turn comes', async () => {
  const { mine, settle } = await setUp();
  const held = heldTask();
  const first = mine.alone('agent:1', held.run);
  await held.begun;
  const second = mine.alone('agent:1', never, 2000);
  expect(await settle(second)).toBe(2000);
  await expect(second).rejects.toMatchObject({ refusal: { why: 'busy' } });
  held.release();
  expect(await first).toBe('done');
});

test('the lease of a killed process expires', async () => {
  const { mine, otherLeases, settle } = await setUp();
  await otherLeases.take('agent:1', 10_000);
  const task = mine.alone('agent:1', async () => 'done');
  const waited = await settle(task);
  expect(waited).toBeGreaterThanOrEqual(10_000);
  expect(waited).toBeLessThanOrEqual(10_250);
  expect(await task).toBe('done');
});

test('a task whose process stalled continues, and the log says once that another may have run meanwhile', async () => {
  const { clock, lines, mine, otherLeases, settle } = await setUp();
  const held = heldTask();
  const task = mine.alone('agent:1', held.run);
  await held.begun;
  clock.at += 10_000;
  expect(await otherLeases.take('agent:1', 60_000)).toMatchObject({ followsAnother: true });
  for (let seconds = 0; seconds < 20; seconds += 1) {
    clock.move(1000);
    await setImmediate();
  }
  held.release();
  await settle(task);
  expect(await task).toBe('done');
  expect(lines.filter((line) => line.includes('lease lost'))).toHaveLength(1);
  // The end of the task has not ended the other's lease.
  expect(await otherLeases.renew('agent:1', 1000)).toBe(true);
});

describe('before each change', () => {
  test('a task whose process stood still finds that its lease has run out, even if nobody has taken it', async () => {
    const { clock, mine } = await setUp();
    const task = mine.alone('agent:1', async () => {
      checkGuards();
      clock.at += 10_000;
      checkGuards();
    });
    await expect(task).rejects.toMatchObject({ refusal: { why: 'not-recorded' } });
    // Afterwards the same process can take it again.
    expect(await mine.alone('agent:1', async () => checkGuards())).toBeUndefined();
  });

  test('a task that takes long and renews its lease may go on', async () => {
    const { mine, settle } = await setUp();
    const held = heldTask();
    const task = mine.alone('agent:1', async () => {
      await held.run();
      checkGuards();
      return 'changed';
    });
    await held.begun;
    await settle(mine.alone('agent:2', async () => undefined));
    const waited = settle(mine.alone('agent:1', never, 25_000).catch(() => undefined));
    expect(await waited).toBeGreaterThanOrEqual(25_000);
    held.release();
    expect(await task).toBe('changed');
  });

  test('a lease that another process has got by now is told as that', async () => {
    const { clock, mine, otherLeases } = await setUp();
    const held = heldTask();
    const task = mine.alone('agent:1', async () => {
      await held.run();
      checkGuards();
    });
    await held.begun;
    clock.at += 10_000;
    await otherLeases.take('agent:1', 60_000);
    for (let seconds = 0; seconds < 5; seconds += 1) {
      clock.move(1000);
      await setImmediate();
    }
    held.release();
    await expect(task).rejects.toMatchObject({ refusal: { why: 'busy' } });
    await expect(task).rejects.toThrow(LeaseLostError);
  });

  test('an outer lease counts too', async () => {
    const { clock, mine } = await setUp();
    const task = mine.alone('agent:1', async () => {
      clock.at += 10_000;
      await mine.alone('agent:2', async () => checkGuards());
    });
    await expect(task).rejects.toMatchObject({ refusal: { why: 'not-recorded' } });
  });

  test('what a task has begun and not awaited is not held up after its end', async () => {
    const { clock, mine } = await setUp();
    let later = Promise.resolve();
    const ended = heldTask();
    await mine.alone('agent:1', async () => {
      later = ended.run().then(() => checkGuards());
    });
    clock.at += 60_000;
    ended.release();
    expect(await later).toBeUndefined();
  });
});

test('a failing task ends its lease', async () => {
  const { mine, otherLeases } = await setUp();
  await expect(mine.alone('agent:1', () => Promise.reject(new Error('made up')))).rejects.toThrow('made up');
  expect(await otherLeases.take('agent:1', 1000)).toMatchObject({ followsAnother: true });
});

test('without the store, the task does not run', async () => {
  const { lines, mine, store } = await setUp();
  await store.close();
  await expect(mine.alone('agent:1', never)).rejects.toMatchObject({ refusal: { why: 'not-recorded' } });
  expect(lines.join()).toContain('lease not taken');
});

test.runIf(storeKinds.includes('postgresql'))(
  'changes are ordered by their leases, however late they are recorded',
  async () => {
    const { reopen, store } = await openTestStore('postgresql');
    const other = await reopen();
    const log = createLogger('info', [], { write: () => {} });
    const changeAt = (opened: typeof store) =>
      withTrace('7f3a21', async () => {
        await new Locks({ leases: opened.of('T1').newLeaseHolder(), clock: systemClock, log }).alone(
          'agent:1',
          async () => {},
        );
        const position = takePosition();
        // Each position is for one change.
        expect(takePosition()).toBeNull();
        return position;
      });
    const first = await changeAt(store);
    const second = await changeAt(other);
    await other.of('T1').undoLogOf(null).record('U2', { kind: 'deleted', items: [] }, { position: second });
    await store.of('T1').undoLogOf(null).record('U1', { kind: 'deleted', items: [] }, { position: first });
    const recent = await store.of('T1').undoLogOf(null).recent(9);
    expect(recent.map(({ userId }) => userId)).toEqual(['U2', 'U1']);
  },
);
