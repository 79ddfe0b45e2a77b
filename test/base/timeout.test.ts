import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deadlineAfter } from '../../src/base/timeout.ts';

/** The flag has to be set before the context is made. */
function exposeGarbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

test('a deadline comes although the garbage is collected', async () => {
  const collect = exposeGarbageCollection();
  const signal = deadlineAfter(100, new AbortController().signal);
  const aborted = once(signal, 'abort');
  while (!signal.aborted) {
    collect();
    await turn();
  }
  await aborted;
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('a deadline passes on an earlier abort with its reason', () => {
  const controller = new AbortController();
  const signal = deadlineAfter(60_000, controller.signal);
  controller.abort('cancelled');
  expect(signal.reason).toBe('cancelled');
});
