import { describe, expect, test } from 'vitest';
import { nextMoment, zoneOf } from '../../src/base/calendar.ts';
import {
  findBadTime,
  readClockTime,
  readTimed,
  readWhenAlone,
  whyBadTime,
} from '../../src/core/features/timed/when.ts';

const BERLIN = zoneOf({ timeZone: 'Europe/Berlin' });
/** A Saturday. */
const NOW = new Date('2026-11-28T12:00:00Z');

describe('a line with a time', () => {
  test.each([
    ['News for 2h', 'News', { kind: 'for', ms: 7_200_000 }],
    ['News until 9:00', 'News', { kind: 'until', time: { day: null, hour: 9, minute: 0 } }],
    ['News till 9am', 'News', { kind: 'until', time: { day: null, hour: 9, minute: 0 } }],
    [
      'News, Weather at 18:00 tomorrow',
      'News, Weather',
      { kind: 'at', time: { day: 'tomorrow', hour: 18, minute: 0 } },
    ],
    ['Look at me at noon', 'Look at me', { kind: 'at', time: { day: null, hour: 12, minute: 0 } }],
    ['Wait for it for 5m', 'Wait for it', { kind: 'for', ms: 300_000 }],
    ['"News at 9:00" at 9:00', '"News at 9:00"', { kind: 'at', time: { day: null, hour: 9, minute: 0 } }],
    ['News on Monday at 8:30', 'News', { kind: 'at', time: { day: 1, hour: 8, minute: 30 } }],
    ['Radio tomorrow at 9:00', 'Radio', { kind: 'at', time: { day: 'tomorrow', hour: 9, minute: 0 } }],
    ['Radio tomorrow 9am', 'Radio', { kind: 'at', time: { day: 'tomorrow', hour: 9, minute: 0 } }],
    ['Radio Monday 9:00', 'Radio', { kind: 'at', time: { day: 1, hour: 9, minute: 0 } }],
    ['Radio in 2 hours', 'Radio', { kind: 'in', ms: 7_200_000 }],
    ['News until 9', 'News', { kind: 'until', time: { day: null, hour: 9, minute: 0 } }],
    ['News until 9 a.m.?', 'News', { kind: 'until', time: { day: null, hour: 9, minute: 0 } }],
    ['News until next Monday 9:00', 'News', { kind: 'until', time: { day: 1, hour: 9, minute: 0 } }],
    ['News until 2026-12-24T18:00Z', 'News', { kind: 'until', time: { exact: new Date('2026-12-24T18:00:00Z') } }],
  ])('%s', (line, rest, when) => {
    expect(readTimed(line)).toEqual({ rest, when });
  });

  test.each([
    'News',
    'Look at me',
    'Wait for it',
    'until 9:00',
    'News until',
    'News at 25:00',
    'News on 9',
    'News on 2026-02-30 18:00',
    '"News at 9:00"',
  ])('%s has none', (line) => {
    expect(readTimed(line)).toBeNull();
  });
});

describe('the next such moment, in Berlin', () => {
  test.each([
    ['18:00', '2026-11-28T17:00:00Z'],
    ['9:00', '2026-11-29T08:00:00Z'],
    ['9:00 today', null],
    ['tomorrow 9:00', '2026-11-29T08:00:00Z'],
    ['Monday 9:00', '2026-11-30T08:00:00Z'],
    ['sat 9:00', '2026-12-05T08:00:00Z'],
    ['sat 18:00', '2026-11-28T17:00:00Z'],
    ['12:30am', '2026-11-28T23:30:00Z'],
    ['2026-12-24 18:00', '2026-12-24T17:00:00Z'],
    ['2020-01-01 18:00', null],
    // Clocks are set forward on 28 March 2027, from 2:00 to 3:00, and back on 31 October, from 3:00 to 2:00.
    ['2027-03-28 2:30', '2027-03-28T01:30:00Z'],
    ['2027-10-31 2:30', '2027-10-31T00:30:00Z'],
  ])('%s', (text, at) => {
    const time = readClockTime(text);
    expect(time && nextMoment(time, NOW, BERLIN)?.toISOString()).toBe(
      at === null ? undefined : new Date(at).toISOString(),
    );
  });
});

describe('a time in a field', () => {
  test.each([
    ['18:00', { kind: 'until', time: { day: null, hour: 18, minute: 0 } }],
    ['2h', { kind: 'for', ms: 7_200_000 }],
    ['until tonight at 8:00', { kind: 'until', time: { day: 'today', hour: 20, minute: 0 } }],
    ['tonight 10pm', { kind: 'at', time: { day: 'today', hour: 22, minute: 0 } }],
    ['tonight at 2:00', null],
    ['tomorrow 9:00 until 18:00', null],
    ['from 8:00 until 18:00', null],
    ['not at 9:00', null],
    ['enable at 18:00', null],
  ])('%s', (text, when) => {
    expect(readWhenAlone(text)).toEqual(when);
  });
});

describe('what looks like a time and is none', () => {
  test.each([
    ['News until 9 sharp', 'until 9 sharp'],
    ['News for 45 days', 'for 45 days'],
    ['News, Weather at 25:00', 'at 25:00'],
    ['until 9:00', 'until 9:00'],
    ['Look at me at 99:00', 'at 99:00'],
    ['Look at me', null],
    ['Wait for it', null],
    ['Song of Monday', null],
    ['Radio tomorrow', 'tomorrow'],
    ['Radio tomorrow morning', 'tomorrow morning'],
    ['Timer until tonight', 'until tonight'],
    ['News every Monday', 'every Monday'],
    ['News every day 8:00-8:00', 'every day 8:00-8:00'],
    ['USA Today', null],
    ['The Tonight Show', null],
    ['Once in a While', null],
    ['Each Monday', null],
  ])('%s', (name, given) => {
    expect(findBadTime(name)).toBe(given);
  });
});

test.each([
  ['for 31d', 'too-long'],
  ['in 5w', 'too-long'],
  ['31d', 'too-long'],
  ['for 0m', 'too-short'],
  ['every day 8:00-8:00', 'same-times'],
  ['each weekday 8-8', 'same-times'],
  ['every day 8:00-9:00-10:00', 'unreadable'],
  ['for 1.25m', 'unreadable'],
  ['until 31d', 'unreadable'],
  ['whenever', 'unreadable'],
  ['', 'unreadable'],
])('“%s” is %s', (text, why) => {
  expect(whyBadTime(text)).toBe(why);
});
