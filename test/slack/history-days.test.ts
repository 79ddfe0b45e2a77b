import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../src/core/features/history.ts';
import { ALL_HISTORY } from '../../src/core/history-query.ts';
import { renderOutcome } from '../../src/slack/pipeline/draw.ts';
import { FRAME } from './sample-values.ts';

const entryAt = (at: Date): HistoryEntry => ({
  record: {
    id: '0123456789abcdef',
    ref: '0a1b2c',
    userId: 'U0ANA',
    channelId: 'C0OPS',
    verb: 'export',
    line: 'export',
    targets: [],
    at,
    ended: null,
  },
  undo: null,
  isRedo: false,
  undoneBy: null,
});

test('entries are under the day that it was where the person is, in summer and in winter', () => {
  const entries = ['2025-07-31T22:30:00Z', '2025-01-31T22:30:00Z'].map((at) => entryAt(new Date(at)));
  const access = { ...FRAME.requester.access, timeZone: 'Europe/Berlin', utcOffset: 3600 };
  const frame = { ...FRAME, requester: { ...FRAME.requester, access } };
  const answer = renderOutcome({ kind: 'history', query: ALL_HISTORY, entries, total: 2, pages: 1 }, frame);
  expect(
    JSON.stringify(answer)
      .match(/date_long_pretty\}\|[\d-]+/g)
      ?.map((day) => day.slice(-10)),
  ).toEqual(expect.arrayContaining(['2025-08-01', '2025-01-31']));
});
