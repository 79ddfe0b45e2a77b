import { expect, test } from 'vitest';
import { every } from '../../src/base/clock.ts';
import { HandClock } from '../hand-clock.ts';

test('what is done every second is not done at once, and ends', () => {
  const clock = new HandClock();
  let times = 0;
  const stop = every(clock, 1000, () => {
    times += 1;
  });
  clock.move(999);
  expect(times).toBe(0);
  clock.move(1);
  expect(times).toBe(1);
  clock.move(5000);
  expect(times).toBe(6);
  stop();
  clock.move(5000);
  expect(times).toBe(6);
});
