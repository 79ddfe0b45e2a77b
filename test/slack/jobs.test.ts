import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startQueue } from '../../src/slack/jobs.ts';
import { HandClock } from '../hand-clock.ts';
import { until } from '../until.ts';

/** Takes one row, then finds the store away. */
function startFailing(): string[] {
  const lines: string[] = [];
  const due = [['a']];
  const stop = startQueue(
    {
      clock: new HandClock(),
      log: pino({}, { write: (line: string) => void lines.push(line) }),
      onlyTenantId: null,
      run: (work) => work(),
    },
    {
      takeDue: async () => due.pop() ?? [],
      nextDueAt: async () => {
        throw new Error('away');
      },
      isShared: false,
      onPlanned: () => {},
    },
    {
      hold: async () => {},
      work: async () => {
        throw new Error('broken');
      },
      failed: { one: 'row not done, will retry', all: 'rows not done', facts: (id) => ({ id }) },
    },
  );
  onTestFinished(stop);
  return lines;
}

test('the log tells a row that failed from a store that is away', async () => {
  const lines = startFailing();
  await until(async () => lines.length === 2);
  expect(lines).toEqual([
    expect.stringContaining('"msg":"row not done, will retry"'),
    expect.stringContaining('"msg":"store unavailable, rows not done"'),
  ]);
});
