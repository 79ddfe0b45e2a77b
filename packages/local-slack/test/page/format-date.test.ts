import { expect, test } from 'vitest';
import { formatDate } from '../../page/mrkdwn/format-date.ts';

/** 4 March 2025, 14:03 in UTC. */
const EPOCH = 1_741_097_000;
const HOUR = 3600;
const DAY = 24 * HOUR;

const view = { now: EPOCH * 1000, locale: 'en-GB', timeZone: 'UTC' };

test.each([
  ['{time}', '14:03'],
  ['{time_secs}', '14:03:20'],
  ['{date_num}', '2025-03-04'],
  ['{date_slash}', '04/03/2025'],
  ['{date}', '4 March'],
  ['{date_short}', '4 Mar'],
  ['{date_long}', 'Tuesday 4 March'],
  ['{date_short_pretty} at {time}', 'today at 14:03'],
  ['on <{date_num}>, twice: {date_num}', 'on <2025-03-04>, twice: 2025-03-04'],
])('%s', (format, expected) => {
  expect(formatDate(EPOCH, format, view)).toBe(expected);
});

test.each([
  [EPOCH - DAY, 'yesterday'],
  [EPOCH + DAY, 'tomorrow'],
  [EPOCH - 2 * DAY, '2 Mar'],
])('the days around today have names', (epoch, expected) => {
  expect(formatDate(epoch, '{date_short_pretty}', view)).toBe(expected);
});

test('a date half a year away includes the year', () => {
  expect(formatDate(EPOCH - 200 * DAY, '{date_short}', view)).toMatch(/ 2024$/);
});

test('the day is the one of the viewer', () => {
  const inTokyo = { ...view, timeZone: 'Asia/Tokyo' };
  expect(formatDate(EPOCH, '{time}', inTokyo)).toBe('23:03');
  expect(formatDate(EPOCH + 2 * HOUR, '{date_num}', inTokyo)).toBe('2025-03-05');
  expect(formatDate(EPOCH + 2 * HOUR, '{date_pretty}', inTokyo)).toBe('tomorrow');
});

test.each([
  [EPOCH - 3 * 60, '3 minutes ago'],
  [EPOCH - 5 * HOUR, '5 hours ago'],
  [EPOCH - 3 * DAY, '3 days ago'],
])('how long ago', (epoch, expected) => {
  expect(formatDate(epoch, '{ago}', view)).toBe(expected);
});

test('a placeholder that Slack does not have is not written', () => {
  expect(formatDate(EPOCH, '{date_tiny}', view)).toBeNull();
});
