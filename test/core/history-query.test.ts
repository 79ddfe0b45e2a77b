import { IANAZone } from 'luxon';
import { describe, expect, test } from 'vitest';
import {
  ALL_HISTORY,
  formatHistoryQuery,
  periodOf,
  readHistoryQuery,
  sinceDate,
} from '../../src/core/history-query.ts';
import { parseCommand } from '../../src/core/verbs.ts';

test.each([
  ['', {}],
  ['Weather', { name: 'Weather' }],
  ['night watch @U0BEN', { name: 'night watch', userId: 'U0BEN' }],
  ['by:me since:7d', { userId: 'me', since: '7d' }],
  ['since:24H outcome:failed page:3', { since: '24h', outcome: 'failed', page: 3 }],
  ['since:2025-01-31 ref:0A1B2C', { since: '2025-01-31', ref: '0a1b2c' }],
  ['mail@example.com', { name: 'mail@example.com' }],
  ['by:@U0BEN', { userId: 'U0BEN' }],
  ['Weather from:@U0BEN', { name: 'Weather', userId: 'U0BEN' }],
  ['from:me', { userId: 'me' }],
  ['from:0123456789abcdef', { from: '0123456789abcdef' }],
  ['since:Today', { since: 'today' }],
  ['after:2025-01-31 before:2025-03-01', { bounds: { after: '2025-01-31', before: '2025-03-01' } }],
  ['until:yesterday', { bounds: { until: 'yesterday' } }],
  ['on:2025-02-28', { bounds: { on: '2025-02-28' } }],
  // A name in quotes is no filter, nor is a colon with a space behind it.
  ['"note:one"', { name: 'note:one' }],
  ['Note: one', { name: 'Note: one' }],
])('%j is read, and written as a line that reads the same', (text, query) => {
  const read = readHistoryQuery(text);
  expect(read).toEqual({ ok: true, query: { ...ALL_HISTORY, ...query } });
  if (!read.ok) return;
  const again = parseCommand(formatHistoryQuery(read.query));
  expect(again).toEqual({ ok: true, command: { verb: 'history', query: read.query } });
});

test.each([
  ['since:tomorrow', 'since:tomorrow'],
  ['since:2025-02-31', 'since:2025-02-31'],
  ['since:', 'since:'],
  ['outcome:good', 'outcome:good'],
  ['ref:xyz', 'ref:xyz'],
  ['page:last', 'page:last'],
  ['by:ben', 'by:ben'],
  ['from:ben', 'from:ben'],
  ['before:2025-02-31', 'before:2025-02-31'],
  ['on:7d', 'on:7d'],
  ['News state:enabled', 'state:enabled'],
  ['user:@U0BEN', 'user:@U0BEN'],
])('%j is refused with what can stand there', (text, given) => {
  const read = readHistoryQuery(text);
  expect(read).toMatchObject({ ok: false, given });
  expect(parseCommand(`history ${text}`)).toMatchObject({
    ok: false,
    refusal: { why: 'bad-argument', verb: 'history' },
  });
});

test.each([
  ['@ben', '@ben'],
  ['by:@ben', '@ben'],
  ['News from:@ben', '@ben'],
])('%j names a person without an ID', (text, given) => {
  for (const line of [`history ${text}`, `export history ${text}`])
    expect(parseCommand(line)).toEqual({ ok: false, refusal: { why: 'unknown-person', given } });
});

describe('since', () => {
  // The clocks there went forward on March 9.
  const newYork = IANAZone.create('America/New_York');
  const now = new Date('2025-03-10T12:00:00Z');

  test.each([
    ['30m', '2025-03-10T11:30:00.000Z'],
    ['24h', '2025-03-09T12:00:00.000Z'],
    ['7d', '2025-03-03T12:00:00.000Z'],
    ['2w', '2025-02-24T12:00:00.000Z'],
    ['2025-01-31', '2025-01-31T05:00:00.000Z'],
    ['today', '2025-03-10T04:00:00.000Z'],
    ['yesterday', '2025-03-09T05:00:00.000Z'],
  ])('%s is a moment', (since, at) => expect(sinceDate(since, now, newYork)?.toISOString()).toBe(at));

  test.each(['', '7', 'd', '7y', '2025-13-01', '2025-02-31', '31.1.2025'])('%j is none', (since) =>
    expect(sinceDate(since, now, newYork)).toBeNull(),
  );
});

describe('the period of a query', () => {
  const berlin = IANAZone.create('Europe/Berlin');
  const now = new Date('2025-03-31T12:00:00Z');

  test.each([
    ['since:2025-03-30', '2025-03-29T23:00:00.000Z', undefined],
    ['after:2025-03-30', '2025-03-30T22:00:00.000Z', undefined],
    ['before:2025-03-30', undefined, '2025-03-29T23:00:00.000Z'],
    ['until:2025-03-30', undefined, '2025-03-30T22:00:00.000Z'],
    ['on:2025-03-30', '2025-03-29T23:00:00.000Z', '2025-03-30T22:00:00.000Z'],
    ['on:today', '2025-03-30T22:00:00.000Z', '2025-03-31T22:00:00.000Z'],
    ['before:24h', undefined, '2025-03-30T12:00:00.000Z'],
    ['since:2025-03-01 on:2025-03-30 until:today', '2025-03-29T23:00:00.000Z', '2025-03-30T22:00:00.000Z'],
    ['', undefined, undefined],
  ])('%j is from %s until %s', (text, since, until) => {
    const read = readHistoryQuery(text);
    if (!read.ok) throw new Error(read.given);
    const period = periodOf(read.query, now, berlin);
    expect([period.since?.toISOString(), period.until?.toISOString()]).toEqual([since, until]);
  });
});
