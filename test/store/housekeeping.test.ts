import { AbilityId } from '@abilities-bot/service-api';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startHousekeeping } from '../../src/uploads/housekeeping.ts';
import { Spool } from '../../src/uploads/spool.ts';
import { makeFolder } from '../make-folder.ts';
import { until } from '../until.ts';
import { setUpAuditLog } from './set-up-audit-log.ts';
import { storeKinds } from './stores.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

test.each(storeKinds)('history and approvals that are over go by themselves: %s', async (kind) => {
  const { add, clock, log, store } = await setUpAuditLog(kind);
  const [changes, approvals] = [store.undoLog.of('T1'), store.approvals.of('T1')];
  const deleted = { kind: 'deleted', items: [{ id: AbilityId.parse(6001), name: 'Weather' }] } as const;
  const asked = await approvals.open({ kind: 'delete', abilities: [...deleted.items] }, 'U1', HOUR);
  await add();
  await changes.record('U1', { ...deleted, items: [...deleted.items] });
  clock.move(31 * DAY);
  const kept = await add();
  const keptChange = await changes.record('U1', { ...deleted, items: [...deleted.items] });

  const spool = new Spool(await makeFolder(), 1);
  const tools = { clock, log: pino({ level: 'silent' }), spool, store };
  onTestFinished(startHousekeeping(tools, { historyKeepMs: 7 * DAY }, 1));
  // The last table that the sweep deletes from.
  await until(async () => (await approvals.find(asked.id)) === null);

  expect((await log.all(new Date(0), 9)).map(({ id }) => id)).toEqual([kept]);
  expect((await changes.recent(9)).map(({ id }) => id)).toEqual([keptChange.id]);
});

test.each(storeKinds)('a clock that is 400 days ahead for a while empties no history: %s', async (kind) => {
  const { add, clock, log, store } = await setUpAuditLog(kind);
  await add();
  const kept = await log.all(new Date(0), 9);
  const logLines: string[] = [];
  const tools = {
    log: pino({}, { write: (line: string) => void logLines.push(line) }),
    spool: new Spool(await makeFolder(), 1),
    store,
  };
  let aheadMs = 0;
  const jump = (ms: number) => {
    aheadMs += ms;
    clock.at += ms;
  };
  const jumping = { ...clock, monotonic: () => clock.at - aheadMs };
  onTestFinished(startHousekeeping({ ...tools, clock: jumping }, { historyKeepMs: 7 * DAY }, 1));
  jump(400 * DAY);
  await until(async () => logLines.length > 0 || (await log.all(new Date(0), 9)).length === 0);
  expect(await log.all(new Date(0), 9)).toEqual(kept);
  expect(logLines.join()).toContain('nothing is deleted until the clock is steady');
  jump(-400 * DAY);
  await until(async () => {
    clock.move(DAY);
    return (await log.all(new Date(0), 9)).length === 0;
  });
});
