import { expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { askInTime } from '../../src/metrics/state-gauges.ts';

const LONG_MS = 60_000;

test('returns a fresh answer each time', async () => {
  let answer = 0;
  const ask = askInTime(async () => (answer += 1), LONG_MS);
  expect([await ask(), await ask()]).toEqual([1, 2]);
});

test('returns null for a failure, also for a synchronous one, and asks again', async () => {
  let fails = true;
  const ask = askInTime(() => {
    if (fails) throw new Error('away');
    return Promise.resolve('back');
  }, LONG_MS);
  expect(await ask()).toBe(null);
  fails = false;
  expect(await ask()).toBe('back');
});

test('gives null when the time is over, and does not ask twice for what is still asked', async () => {
  const gate = hold();
  let asked = 0;
  const ask = askInTime(async () => {
    asked += 1;
    await gate.until;
    return 'late';
  }, 1);
  expect([await ask(), await ask()]).toEqual([null, null]);
  expect(asked).toBe(1);
  gate.letGo();
});

test('asks once for all who want to know at the same time', async () => {
  let asked = 0;
  const ask = askInTime(async () => (asked += 1), LONG_MS);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
});
