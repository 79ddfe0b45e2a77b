import { AbilityId } from '@abilities-bot/service-api';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startHousekeeping } from '../../src/uploads/housekeeping.ts';
import { Spool } from '../../src/uploads/spool.ts';
import { HandClock } from '../hand-clock.ts';
import { makeFolder } from '../make-folder.ts';
import { setUpAuditLog } from './set-up-audit-log.ts';
import { storeKinds } from './stores.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** What tracks sweeps, and those that have begun. */
function trackSweeps() {
  const swept: Promise<unknown>[] = [];
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    const sweep = work();
    swept.push(sweep);
    return sweep;
  };
  return { run, swept };
}

test.each(storeKinds)('history and approvals that are over go by themselves: %s', async (kind) => {
  const { add, clock, log, store } = await setUpAuditLog(kind);
  const [changes, approvals] = [store.of('T1').undoLogOf(null), store.of('T1').approvalsOf(null)];
  const deleted = { kind: 'deleted', items: [{ id: AbilityId.parse(6001), name: 'Weather' }] } as const;
  const asked = await approvals.open({ kind: 'delete', abilities: [...deleted.items] }, 'U1', HOUR);
  await add();
  await changes.record('U1', { ...deleted, items: [...deleted.items] });
  clock.move(31 * DAY);
  const kept = await add();
  const keptChange = await changes.record('U1', { ...deleted, items: [...deleted.items] });

  const { run, swept } = trackSweeps();
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
  expect((await log.all({}, 9)).map(({ id }) => id)).toEqual([kept]);
  expect((await changes.recent(9)).map(({ id }) => id)).toEqual([keptChange.id]);
});

test.each(storeKinds)('a clock that is 400 days ahead for a while empties no history: %s', async (kind) => {
  const { add, clock, log, store } = await setUpAuditLog(kind);
  const timers = new HandClock();
  await add();
  const before = await log.all({}, 9);
  const lines: string[] = [];
  const { run, swept } = trackSweeps();
  const tools = {
    clock: { ...timers, now: clock.now },
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    run,
    spool: new Spool(await makeFolder(), 1),
    store,
  };
  onTestFinished(startHousekeeping(tools, { historyKeepMs: 7 * DAY }, HOUR));
  const pass = async (ms: number) => {
    clock.at += ms;
    timers.move(ms);
    await Promise.all(swept);
  };
  clock.at += 400 * DAY;
  await pass(HOUR);
  expect(await log.all({}, 9)).toEqual(before);
  expect(lines.join()).toContain('deleting nothing until it is steady');
  clock.at -= 400 * DAY;
  for (let day = 0; day < 6; day++) await pass(DAY);
  expect(await log.all({}, 9)).toEqual(before);
  for (let day = 0; day < 3; day++) await pass(DAY);
  expect(await log.all({}, 9)).toEqual([]);
});

test.each(['after', 'before'])('nor does one that was set %s the start, if entries are written by it', async (when) => {
  const { add, clock, log, store } = await setUpAuditLog('libsql');
  const timers = new HandClock();
  await add();
  const { run, swept } = trackSweeps();
  const tools = { clock: { ...timers, now: clock.now }, log: pino({ level: 'silent' }), run, store };
  if (when === 'before') clock.at += 400 * DAY;
  const spool = new Spool(await makeFolder(), 1);
  onTestFinished(startHousekeeping({ ...tools, spool }, { historyKeepMs: 7 * DAY }, HOUR));
  if (when === 'after') clock.at += 400 * DAY;
  clock.at += HOUR;
  await add();
  timers.move(HOUR);
  await Promise.all(swept);
  expect(swept).toHaveLength(1);
  expect(await log.all({}, 9)).toHaveLength(2);
});
