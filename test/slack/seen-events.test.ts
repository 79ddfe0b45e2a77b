import { expect, test } from 'vitest';
import { SeenEvents } from '../../src/slack/seen-events.ts';

const MINUTE = 60_000;

function open() {
  let now = 0;
  const seen = new SeenEvents(() => now);
  return { seen, pass: (ms: number) => (now += ms) };
}

test('the first to claim an event has it, for ten minutes', () => {
  const { seen, pass } = open();
  expect(seen.claim('Ev1')).toBe(true);
  expect(seen.claim('Ev1')).toBe(false);
  expect(seen.claim('Ev2')).toBe(true);
  pass(10 * MINUTE - 1);
  expect(seen.claim('Ev1')).toBe(false);
  pass(1);
  expect(seen.claim('Ev1')).toBe(true);
});

test('a released event can be claimed once more', () => {
  const { seen } = open();
  seen.claim('Ev1');
  seen.release('Ev1');
  expect(seen.claim('Ev1')).toBe(true);
  expect(seen.claim('Ev1')).toBe(false);
});

test('an event that was claimed anew is kept from then on, and does not hide older ones', () => {
  const { seen, pass } = open();
  seen.claim('Ev1');
  pass(MINUTE);
  seen.claim('Ev2');
  pass(MINUTE);
  seen.release('Ev1');
  seen.claim('Ev1');
  pass(9 * MINUTE);
  expect(seen.claim('Ev2')).toBe(true);
  expect(seen.claim('Ev1')).toBe(false);
});
