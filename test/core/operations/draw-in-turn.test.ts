import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Locks } from '../../../src/core/locks.ts';
import { drawInTurn } from '../../../src/slack/request/draw-in-turn.ts';
import { cacheRecords } from '../../../src/store/record-cache.ts';
import { useAccounts } from './account.ts';

const openAccount = useAccounts();

test('what another process drew last is drawn from what it read, or from later, also before its notice arrives', async () => {
  const { clock, context, store, teamId } = await openAccount();
  const aProcess = () => ({
    ...context,
    locks: new Locks({ leases: store.of(teamId).newLeaseHolder(), clock, log: pino({ level: 'silent' }) }),
    records: cacheRecords(context, { clock, keepMs: 60_000, notices: { isListening: true } }),
  });
  const [mine, other] = [aProcess(), aProcess()];
  const plansOf = (process: typeof mine) =>
    drawInTurn('message', process, async () => (await process.records.schedules.read()).length);
  expect(await plansOf(mine)).toBe(0);
  const plan = { id: '0123456789abcdef', userId: 'U1', line: 'disable News', channelId: null, partOf: null };
  await context.schedules.plan(plan, clock.now() + 1000);
  expect(await plansOf(other)).toBe(1);
  expect(await plansOf(mine)).toBe(1);
});
