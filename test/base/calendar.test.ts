import { expect, test } from 'vitest';
import { dayOf, isTimeZone, startOfDay, zoneOf } from '../../src/base/calendar.ts';

const berlin = zoneOf({ timeZone: 'Europe/Berlin', utcOffset: 3600 });
const now = new Date('2025-03-31T22:30:00Z');

test.each([
  // Summer time begins on March 30.
  ['2025-03-29', '2025-03-28T23:00:00.000Z'],
  ['2025-03-30', '2025-03-29T23:00:00.000Z'],
  ['2025-03-31', '2025-03-30T22:00:00.000Z'],
  // It is April 1 there.
  ['today', '2025-03-31T22:00:00.000Z'],
  ['Yesterday', '2025-03-30T22:00:00.000Z'],
])('%s begins at %s in Berlin', (day, at) => {
  expect(startOfDay(day, now, berlin)?.toISOString()).toBe(at);
});

test('the end of a day is the start of the next, also when it has 23 hours', () => {
  expect(startOfDay('2025-03-30', now, berlin, 1)?.toISOString()).toBe('2025-03-30T22:00:00.000Z');
});

test('a day whose midnight does not exist begins an hour later', () => {
  const cairo = zoneOf({ timeZone: 'Africa/Cairo' });
  expect(startOfDay('2025-04-25', now, cairo)?.toISOString()).toBe('2025-04-24T22:00:00.000Z');
});

test.each(['2025-02-31', '2025-13-01', '2025-2-3', '31.1.2025', 'tomorrow', '', '2025-01-31T10'])(
  '%j is no day',
  (text) => expect(startOfDay(text, now, berlin)).toBeNull(),
);

test('the day of a moment follows the rules of the zone at that moment', () => {
  expect(dayOf(new Date('2025-01-31T22:30:00Z'), berlin)).toBe('2025-01-31');
  expect(dayOf(new Date('2025-07-31T22:30:00Z'), berlin)).toBe('2025-08-01');
});

test('without a name of the zone, its offset counts, and without both UTC', () => {
  const at = new Date('2025-01-31T22:30:00Z');
  expect(dayOf(at, zoneOf({ utcOffset: 2 * 3600 }))).toBe('2025-02-01');
  expect(dayOf(at, zoneOf({}))).toBe('2025-01-31');
});

test('only names of zones are names of zones', () => {
  expect(['Europe/Berlin', 'Asia/Kathmandu', 'Etc/UTC'].every(isTimeZone)).toBe(true);
  expect(['', 'Berlin', 'Europe/Berlin; rm', 'Mars/Olympus'].some(isTimeZone)).toBe(false);
});
