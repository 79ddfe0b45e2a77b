import { InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Notice, Notices } from '../../src/store/notices.ts';
import { cacheRecords } from '../../src/store/record-cache.ts';
import type { Store } from '../../src/store/store.ts';
import type { Change } from '../../src/store/undo-record.ts';
import { HandClock } from '../hand-clock.ts';
import { until } from '../until.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const KEEP_MS = 3000;
const PLAN = { id: '0123456789abcdef', userId: 'U1', line: 'disable News', channelId: null, partOf: null };
const QUIET = { id: 'fedcba9876543210', agent: null, userId: 'U1', startedAt: 1, endsAt: null, items: [], tries: 0 };
const CHANGE: Change = {
  kind: 'toggled',
  items: [{ id: InstalledAbilityId.parse(90001), name: 'Weather', enabled: false }],
};

function cached(store: Store, clock: HandClock, notices: Pick<Notices, 'isListening'> = store.notices) {
  const own = store.of('T1');
  const tables = { schedules: own.schedulesOf(1), quiets: own.quietsOf(1), undoLog: own.undoLogOf(1) };
  return { ...tables, records: cacheRecords(tables, { clock, keepMs: KEEP_MS, notices }) };
}

describe.each(storeKinds)('cached records on %s', (kind) => {
  test('are read again after each write, also of another process, and not before', async () => {
    const { options, reopen, store } = await openTestStore(kind);
    const clock = new HandClock();
    const { quiets, records, schedules, undoLog } = cached(store, clock);
    // Without a server, a second process on the same file sends no notices.
    const other = kind === 'postgresql' ? await reopen() : store;
    const reader = cached(other, clock).records;
    const heard: Notice['kind'][] = [];
    store.notices.listen(({ kind }) => kind === 'records-changed' && records.forget());
    other.notices.listen((notice) => {
      if (notice.kind !== 'records-changed') return;
      reader.forget();
      heard.push(notice.kind);
    });
    const shown = async ({ changes, quiets, schedules }: typeof records) => ({
      planned: (await schedules.read()).map(({ id }) => id),
      quiet: (await quiets.read()).map(({ id }) => id),
      changed: (await changes.read()).map(({ undoneBy }) => undoneBy),
    });
    const bothShow = async (expected: Awaited<ReturnType<typeof shown>>) => {
      expect(await shown(records)).toEqual(expected);
      await until(() => heard.length > 0);
      expect(await shown(reader)).toEqual(expected);
      heard.length = 0;
    };
    expect(await shown(reader)).toEqual({ planned: [], quiet: [], changed: [] });
    await schedules.plan(PLAN, clock.now() + 1000);
    await bothShow({ planned: [PLAN.id], quiet: [], changed: [] });
    await quiets.save(QUIET);
    await bothShow({ planned: [PLAN.id], quiet: [QUIET.id], changed: [] });
    const { id } = await undoLog.record('U1', CHANGE);
    await bothShow({ planned: [PLAN.id], quiet: [QUIET.id], changed: [null] });
    await undoLog.keepUndone(id, 'U2');
    await bothShow({ planned: [PLAN.id], quiet: [QUIET.id], changed: ['U2'] });
    await schedules.cancel(PLAN.id);
    await bothShow({ planned: [], quiet: [QUIET.id], changed: ['U2'] });
    await quiets.end(QUIET.id);
    await bothShow({ planned: [], quiet: [], changed: ['U2'] });
    await undoLog.correct(id, null);
    await bothShow({ planned: [], quiet: [], changed: [] });
    // Written past the store, so nobody is told.
    await schedules.plan(PLAN, clock.now() + 1000);
    await bothShow({ planned: [PLAN.id], quiet: [], changed: [] });
    await runSql(options, 'delete from schedules');
    expect(await shown(records)).toEqual({ planned: [PLAN.id], quiet: [], changed: [] });
  });

  test('are read again after a while, and each time while no notices arrive', async () => {
    const { options, store } = await openTestStore(kind);
    const clock = new HandClock();
    const { records, schedules } = cached(store, clock);
    const away = cached(store, clock, { isListening: false }).records;
    await schedules.plan(PLAN, clock.now() + 1000);
    expect([await records.schedules.read(), await away.schedules.read()]).toMatchObject([[PLAN], [PLAN]]);
    await runSql(options, 'delete from schedules');
    expect(await away.schedules.read()).toEqual([]);
    clock.move(KEEP_MS - 1);
    expect(await records.schedules.read()).toMatchObject([PLAN]);
    clock.move(1);
    expect(await records.schedules.read()).toEqual([]);
  });

  test('are read again after an error', async () => {
    const { store } = await openTestStore(kind);
    const { schedules } = cached(store, new HandClock());
    await schedules.plan(PLAN, 1000);
    let fails = true;
    const list = () => (fails ? Promise.reject(new Error('away')) : schedules.list());
    const tables = { schedules: { list }, quiets: store.of('T1').quietsOf(1), undoLog: store.of('T1').undoLogOf(1) };
    const records = cacheRecords(tables, { clock: new HandClock(), keepMs: KEEP_MS, notices: store.notices });
    await expect(records.schedules.read()).rejects.toThrow('away');
    fails = false;
    expect(await records.schedules.read()).toMatchObject([PLAN]);
  });
});

test('a query that a write overtakes is not cached', async () => {
  const { store } = await openTestStore('libsql');
  const { schedules } = cached(store, new HandClock());
  const overtaken = async () => {
    const before = await schedules.list();
    await schedules.plan(PLAN, 1000);
    return before;
  };
  const lists = [overtaken, () => schedules.list()];
  const tables = {
    schedules: { list: async () => (await lists.shift()?.()) ?? [] },
    quiets: store.of('T1').quietsOf(1),
    undoLog: store.of('T1').undoLogOf(1),
  };
  const records = cacheRecords(tables, { clock: new HandClock(), keepMs: KEEP_MS, notices: store.notices });
  store.notices.listen(({ kind }) => kind === 'records-changed' && records.forget());
  expect(await records.schedules.read()).toEqual([]);
  expect(await records.schedules.read()).toMatchObject([PLAN]);
});
