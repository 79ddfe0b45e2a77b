import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDuration, writeDuration } from '../../src/core/duration.ts';

const MINUTE = 60_000;

describe('a time that somebody types', () => {
  test.each([
    ['30m', 30],
    ['30 m', 30],
    ['90 minutes', 90],
    ['1 min', 1],
    ['2h', 120],
    ['2 hours', 120],
    ['an hour', 60],
    ['a day', 1440],
    ['1h30m', 90],
    ['1h 30m', 90],
    ['1 hour and 30 minutes', 90],
    ['1 day, 2 hrs', 1560],
    ['30D', 43_200],
    ['1.5h', 90],
    ['half an hour', 30],
    ['30m.', 30],
    ['a week', 10_080],
  ])('%s', (text, minutes) => {
    expect(readDuration(text)).toBe(minutes * MINUTE);
  });

  test.each(['', '0m', 'm', '30', '30s', '31d', '5w', 'ever', '-5m', '0.01h', '99999m', '30mm', '1h 5'])(
    '“%s” is refused',
    (text) => {
      expect(readDuration(text)).toBeNull();
    },
  );

  test('what is written can be read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 43_200 }), (minutes) => {
        expect(readDuration(writeDuration(minutes * MINUTE))).toBe(minutes * MINUTE);
      }),
    );
  });
});
