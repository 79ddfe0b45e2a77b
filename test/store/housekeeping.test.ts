import { AbilityId } from '@abilities-bot/service-api';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startHousekeeping } from '../../src/uploads/housekeeping.ts';
import { Spool } from '../../src/uploads/spool.ts';
import { makeFolder } from '../make-folder.ts';
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

  const swept: Promise<unknown>[] = [];
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    const sweep = work();
    swept.push(sweep);
    return sweep;
  };
  const spool = new Spool(await makeFolder(), 1);
  const tools = { clock, log: pino({ level: 'silent' }), run, spool, store };
  const stop = startHousekeeping(tools, { historyKeepMs: 7 * DAY }, HOUR);
  clock.move(HOUR);
  // One that has begun ends, and the store is still open for it.
  stop();
  await Promise.all(swept);
  clock.move(HOUR);
  expect(swept).toHaveLength(1);

  expect(await approvals.find(asked.id)).toBeNull();
  expect((await log.all(new Date(0), 9)).map(({ id }) => id)).toEqual([kept]);
  expect((await changes.recent(9)).map(({ id }) => id)).toEqual([keptChange.id]);
});
