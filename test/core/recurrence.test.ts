import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zoneOf } from '../../src/base/calendar.ts';
import {
  type Half,
  halfAfter,
  nextHalf,
  overlaps,
  type Recurrence,
  readRecurrence,
  recurrenceWords,
  writeRecurrence,
} from '../../src/core/features/timed/recurrence.ts';

const EIGHT = { hour: 8, minute: 0 };
const SIX_PM = { hour: 18, minute: 0 };
const WEEKDAYS = [1, 2, 3, 4, 5];

describe('a recurrence that somebody types', () => {
  test.each([
    ['weekday 8:00-18:00', { days: WEEKDAYS, from: EIGHT, to: SIX_PM }],
    ['weekdays from 8:00 to 18:00', { days: WEEKDAYS, from: EIGHT, to: SIX_PM }],
    ['day 8-18', { days: [1, 2, 3, 4, 5, 6, 7], from: EIGHT, to: SIX_PM }],
    ['day at 8am', { days: [1, 2, 3, 4, 5, 6, 7], from: EIGHT, to: null }],
    ['Monday and Friday at 8:00', { days: [1, 5], from: EIGHT, to: null }],
    ['mon, wed 8am - 6pm', { days: [1, 3], from: EIGHT, to: SIX_PM }],
    ['day 8-10pm', { days: [1, 2, 3, 4, 5, 6, 7], from: { hour: 20, minute: 0 }, to: { hour: 22, minute: 0 } }],
    ['weekdays at noon', { days: WEEKDAYS, from: { hour: 12, minute: 0 }, to: null }],
    ['weekend 18:00-8:00.', { days: [6, 7], from: SIX_PM, to: EIGHT }],
  ])('%s', (text, recurrence) => {
    expect(readRecurrence(text)).toEqual(recurrence);
  });

  test.each([
    '',
    'day',
    '8:00',
    'day 8',
    'moonday 8:00',
    'day 25:00',
    'day 8:00-8:00',
    'day 8:00-9:00-10:00',
    'mo 8:00',
  ])('“%s” is refused', (text) => {
    expect(readRecurrence(text)).toBeNull();
  });

  test('is shown in words', () => {
    expect(recurrenceWords({ days: WEEKDAYS, from: EIGHT, to: SIX_PM })).toBe('every weekday from 8:00 to 18:00');
    expect(recurrenceWords({ days: [1, 5], from: EIGHT, to: null })).toBe('every Monday and Friday at 8:00');
    const threeDays = 'every Monday, Wednesday and Friday at 8:00';
    expect(recurrenceWords({ days: [1, 3, 5], from: EIGHT, to: null })).toBe(threeDays);
    expect(readRecurrence(threeDays.replace('every ', ''))).toEqual({ days: [1, 3, 5], from: EIGHT, to: null });
  });
});

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const window = (days: number[], from: number, to: number | null): Recurrence => ({
  days,
  from: { hour: from, minute: 0 },
  to: to === null ? null : { hour: to, minute: 0 },
});

test.each([
  [window(WEEKDAYS, 8, 18), window(WEEKDAYS, 9, 17), true],
  [window(WEEKDAYS, 8, 12), window(WEEKDAYS, 13, 18), false],
  [window(WEEKDAYS, 8, 18), window([6, 7], 8, 18), false],
  [window(EVERY_DAY, 22, 6), window([1], 23, null), true],
  [window(EVERY_DAY, 22, null), window(EVERY_DAY, 22, null), true],
  [window(EVERY_DAY, 22, null), window(EVERY_DAY, 23, null), false],
])('of two recurrences, a later one replaces an earlier one that holds at the same time: case %#', (a, b, isSo) => {
  expect(overlaps(a, b)).toBe(isSo);
  expect(overlaps(b, a)).toBe(isSo);
});

const timeOfDay = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
const recurrences: fc.Arbitrary<Recurrence> = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }).map((days) => days.sort((a, b) => a - b)),
    from: timeOfDay,
    to: fc.option(timeOfDay),
  })
  .filter(({ from, to }) => to === null || from.hour !== to.hour || from.minute !== to.minute);

test('what is written can be read', () => {
  fc.assert(
    fc.property(recurrences, (recurrence) => {
      expect(readRecurrence(writeRecurrence(recurrence))).toEqual(recurrence);
    }),
  );
});

/** What clocks there show, by the platform's own time zone data. */
function clockIn(timeZone: string): (at: Date) => { weekday: string; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return { weekday: of('weekday'), time: `${of('hour')}:${of('minute')}` };
  };
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const pad = (n: number) => String(n).padStart(2, '0');
/** The zones' clocks are set twice a year, by half an hour in one, never in another, and two of them in the south. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Auckland'];

test.each(ZONES)(
  'for a year in %s, clocks show the time on these days, except for times that are skipped',
  (timeZone) => {
    const clockOf = clockIn(timeZone);
    fc.assert(
      fc.property(recurrences, (recurrence) => {
        const zone = zoneOf({ timeZone });
        const end = Date.parse('2027-01-01T00:00:00Z');
        let at = new Date('2026-01-01T00:00:00Z');
        let half: Half = 'start';
        let skipped = 0;
        let starts = 0;
        for (;;) {
          const next = nextHalf(recurrence, half, at, zone);
          if (!next) throw new Error('There is always a next time.');
          if (next.getTime() >= end) break;
          expect(next.getTime()).toBeGreaterThan(at.getTime());
          const { time, weekday } = clockOf(next);
          const wanted = half === 'start' ? recurrence.from : (recurrence.to ?? recurrence.from);
          if (time !== `${pad(wanted.hour)}:${pad(wanted.minute)}`) skipped += 1;
          else if (half === 'start') expect(recurrence.days).toContain(DAYS.indexOf(weekday) + 1);
          if (half === 'start') starts += 1;
          at = next;
          half = halfAfter(recurrence, half);
        }
        // Clocks are set forward once a year.
        expect(skipped).toBeLessThanOrEqual(2);
        const weeks = 365 / 7;
        expect(Math.abs(starts - recurrence.days.length * weeks)).toBeLessThanOrEqual(recurrence.days.length + 1);
      }),
      { numRuns: 4 },
    );
  },
);
