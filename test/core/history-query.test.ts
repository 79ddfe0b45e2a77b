import { IANAZone } from 'luxon';
import { describe, expect, test } from 'vitest';
import { ALL_HISTORY, formatHistoryQuery, readHistoryQuery, sinceDate } from '../../src/core/history-query.ts';
import { parseCommand } from '../../src/core/verbs.ts';

test.each([
  ['', {}],
  ['Weather', { name: 'Weather' }],
  ['night watch @U0BEN', { name: 'night watch', userId: 'U0BEN' }],
  ['by:me since:7d', { userId: 'me', since: '7d' }],
  ['since:24H outcome:failed page:3', { since: '24h', outcome: 'failed', page: 3 }],
  ['since:2025-01-31 ref:0A1B2C', { since: '2025-01-31', ref: '0a1b2c' }],
  ['mail@example.com', { name: 'mail@example.com' }],
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
  ['@ben', '@ben'],
])('%j is refused with what can stand there', (text, given) => {
  const read = readHistoryQuery(text);
  expect(read).toMatchObject({ ok: false, given });
  expect(parseCommand(`history ${text}`)).toMatchObject({
    ok: false,
    refusal: { why: 'bad-argument', verb: 'history' },
  });
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
