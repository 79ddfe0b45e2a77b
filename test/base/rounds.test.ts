import { expect, test } from 'vitest';
import { currentTrace, timeLeft, withTimeBudget, withTrace } from '../../src/base/request-context.ts';
import { Rounds } from '../../src/base/rounds.ts';
import { HandClock } from '../hand-clock.ts';

test('rounds that a request wakes outlive its time budget, and so do the following ones', async () => {
  const seen: unknown[] = [];
  const clock = new HandClock();
  let ended = () => {};
  const rounds = new Rounds({
    clock,
    round: async () => {
      seen.push([timeLeft(), currentTrace()]);
      return 1000;
    },
    run: async (work) => work().finally(() => ended()),
    failed: (error) => seen.push(error),
    againMs: 1000,
  });
  const stop = rounds.start(1000);
  const first = new Promise<void>((resolve) => {
    ended = resolve;
  });
  withTrace('7f3a21', () => withTimeBudget(0, () => rounds.wake()));
  await first;
  const second = new Promise<void>((resolve) => {
    ended = resolve;
  });
  // The timer is set right after the round.
  await new Promise(setImmediate);
  clock.move(1000);
  await second;
  stop();
  expect(seen).toEqual([
    [Number.POSITIVE_INFINITY, null],
    [Number.POSITIVE_INFINITY, null],
  ]);
});

test('the first round begins when it is due, and none after the stop', async () => {
  const clock = new HandClock();
  let count = 0;
  const rounds = new Rounds({
    clock,
    round: async () => {
      count += 1;
      return 1000;
    },
    run: (work) => work(),
    failed: () => undefined,
    againMs: 1000,
  });
  const stop = rounds.start(500);
  clock.move(499);
  expect(count).toBe(0);
  clock.move(1);
  expect(count).toBe(1);
  // The timer is set right after the round.
  await new Promise(setImmediate);
  stop();
  clock.move(5000);
  expect(count).toBe(1);
  rounds.wake();
  expect(count).toBe(1);
});
