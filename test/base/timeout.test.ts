import { expect, test } from 'vitest';
import { withDeadline } from '../../src/base/timeout.ts';
import { HandClock } from '../hand-clock.ts';

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

test('work ends with a TimeoutError when its time is over', async () => {
  const clock = new HandClock();
  const reason = withDeadline(clock, 100, aborted, new AbortController().signal);
  clock.move(100);
  expect(await reason).toMatchObject({ name: 'TimeoutError' });
});

test('an earlier abort from outside reaches the work with its reason', async () => {
  const clock = new HandClock();
  const controller = new AbortController();
  const reason = withDeadline(clock, 100, aborted, controller.signal);
  controller.abort('cancelled');
  expect(await reason).toBe('cancelled');
});

test('no deadline is left of work that has ended', async () => {
  const clock = new HandClock();
  const signal = await withDeadline(clock, 100, async (own) => own);
  clock.move(100);
  expect(signal.aborted).toBe(false);
});
