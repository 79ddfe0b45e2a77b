import { expect, test } from 'vitest';
import { SteadyClock } from '../../src/uploads/steady-clock.ts';
import { HandClock } from '../hand-clock.ts';

const [HOUR, DAY] = [3_600_000, 24 * 3_600_000];

function start(lastMs: number | null) {
  const hand = new HandClock();
  const jump = { ms: 0 };
  const clock = { now: () => hand.at + jump.ms, monotonic: hand.monotonic };
  return { hand, jump, steady: new SteadyClock(clock, lastMs === null ? null : hand.at - lastMs) };
}

test.each([
  ['with an empty log', null],
  ['with an entry of today', HOUR],
  ['after a month without any', 30 * DAY],
])('is steady from the start %s', (_, lastMs) => {
  const { hand, steady } = start(lastMs);
  expect(steady.read() !== null).toBe(true);
  hand.move(400 * DAY);
  expect(steady.read() !== null).toBe(true);
});

test('is not steady for a day after a long time without an entry: it may have been set wrong', () => {
  const { hand, steady } = start(30 * DAY + 1);
  expect(steady.read() !== null).toBe(false);
  hand.move(DAY - 1);
  expect(steady.read() !== null).toBe(false);
  hand.move(1);
  expect(steady.read() !== null).toBe(true);
});

test.each([
  ['forward', 400 * DAY],
  ['back', -2 * HOUR],
])('is not steady for a day after it was set %s, unless that is corrected', (_, ms) => {
  const { hand, jump, steady } = start(null);
  jump.ms = ms;
  hand.move(600_000);
  expect(steady.read() !== null).toBe(false);
  jump.ms = 0;
  hand.move(600_000);
  expect(steady.read() !== null).toBe(true);
  jump.ms = ms;
  expect(steady.read() !== null).toBe(false);
  hand.move(DAY - 1);
  expect(steady.read() !== null).toBe(false);
  hand.move(1);
  expect(steady.read() !== null).toBe(true);
});

test('is steady while it is set by less than an hour', () => {
  const { jump, steady } = start(null);
  jump.ms = HOUR;
  expect(steady.read() !== null).toBe(true);
});
