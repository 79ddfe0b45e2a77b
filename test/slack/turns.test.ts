import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from '../../src/app/bolt.ts';

test('one goes on in each round of the event loop, in the order in which they asked', async () => {
  const turns = new Turns();
  const begun: number[] = [];
  const all = [1, 2, 3].map((one) => turns.take().then(() => begun.push(one)));
  expect(begun).toEqual([]);
  await nextRound();
  expect(begun).toEqual([1]);
  await nextRound();
  expect(begun).toEqual([1, 2]);
  await Promise.all(all);
  await turns.take();
  expect(begun).toEqual([1, 2, 3]);
});
