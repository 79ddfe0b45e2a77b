import { expect, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import { withTimeout } from '../src/base/timeout.ts';

const never = new Promise<never>(() => undefined);
const LONG_MS = 60_000;

test('the result or the error of work that settles in time', async () => {
  const late = () => 'late';
  expect(await withTimeout(systemClock, Promise.resolve('done'), LONG_MS, late)).toBe('done');
  await expect(withTimeout(systemClock, Promise.reject(new Error('failed')), LONG_MS, late)).rejects.toThrow('failed');
});

test('what the caller wants instead of work that takes too long', async () => {
  expect(await withTimeout(systemClock, never, 0, () => 'late')).toBe('late');
  const fail = () => {
    throw new Error('too late');
  };
  await expect(withTimeout(systemClock, never, 0, fail)).rejects.toThrow('too late');
});

test('an error after the time is over goes unnoticed', async () => {
  let fail = (_error: Error) => {};
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  expect(await withTimeout(systemClock, work, 0, () => 'late')).toBe('late');
  // An unhandled rejection would fail the run.
  fail(new Error('later'));
  await new Promise(setImmediate);
});
