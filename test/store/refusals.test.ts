import { describe, expect, test } from 'vitest';
import type { AuditEnd, AuditStart, TenantAuditLog } from '../../src/store/audit-record.ts';
import { runSql } from './run-sql.ts';
import { begunAs, ENDED, setUpAuditLog } from './set-up-audit-log.ts';
import { storeKinds } from './stores.ts';

const REFUSED: AuditEnd = {
  ...ENDED,
  outcome: 'refused',
  why: 'needs the role editor',
  before: null,
  after: null,
  changeId: null,
  status: null,
};
const HOUR = 60 * 60_000;
const FIRST = { page: 1, perPage: 100 };

const refuse = (log: TenantAuditLog, begun: Partial<AuditStart> = {}, why = REFUSED.why) =>
  log.refuse(begunAs(log.newId(), begun), { ...REFUSED, why });

describe.each(storeKinds)('refused attempts on %s', (kind) => {
  test('are counted in one row: the same one of the same person', async () => {
    const { clock, log, options } = await setUpAuditLog(kind);
    const first = new Date(clock.at);
    for (let times = 0; times < 150; times += 1) {
      await refuse(log);
      clock.move(10);
    }
    const { records, total } = await log.list(FIRST);
    expect(total).toBe(1);
    expect(records).toMatchObject([
      { at: first, line: 'weather', userId: 'U1', ended: { outcome: 'refused', why: 'needs the role editor' } },
    ]);
    const repeats = { count: 149, lastAt: new Date(first.getTime() + 1490), same: true };
    expect(records[0]?.repeats).toEqual(repeats);
    expect((await log.all({}, 9)).map((record) => record.repeats)).toEqual([repeats]);
    expect(await runSql(options, 'select id from attempts')).toHaveLength(2);
    expect(await log.runningSince(new Date(0))).toBe(0);
  });

  test('of many kinds fill eleven rows in an hour, also when they come at the same time to two processes', async () => {
    const { clock, log, options, reopen } = await setUpAuditLog(kind);
    const other = (await reopen({ now: clock.now })).of('T1').auditLog;
    await Promise.all(
      Array.from({ length: 150 }, (_, index) => refuse(index % 2 === 0 ? log : other, { line: `weather ${index}` })),
    );
    const { records, total } = await log.list(FIRST);
    expect(total).toBe(11);
    expect(records.flatMap(({ repeats }) => repeats ?? [])).toEqual([
      { count: 139, lastAt: new Date(clock.at), same: false },
    ]);
    expect(await runSql(options, 'select id from attempts')).toHaveLength(22);
    await refuse(log, { userId: 'U2', line: 'weather 1' });
    expect((await log.list({ ...FIRST, userId: 'U2' })).total).toBe(1);
    clock.move(HOUR);
    await refuse(log, { line: 'weather 1' });
    expect((await log.list(FIRST)).total).toBe(13);
  });

  test('that differ in the line, the verb, the reason, the channel or the person are rows of their own', async () => {
    const { log } = await setUpAuditLog(kind);
    await refuse(log);
    for (const begun of [{ line: 'other' }, { verb: 'enable' }, { channelId: 'C2' }, { userId: 'U2' }]) {
      await refuse(log, begun);
    }
    await refuse(log, {}, 'not here');
    const { records } = await log.list(FIRST);
    expect(records.map(({ repeats }) => repeats)).toEqual(Array.from({ length: 6 }));
  });

  test('of another workspace are counted there', async () => {
    const { log, store } = await setUpAuditLog(kind);
    const there = store.of('T2').auditLog;
    await refuse(log);
    await refuse(there);
    await refuse(there);
    expect((await log.list(FIRST)).records[0]?.repeats).toBeUndefined();
    expect((await there.list(FIRST)).records[0]?.repeats?.count).toBe(1);
  });

  test('are counted by processes whose clocks differ, with the later time', async () => {
    const { clock, log, reopen } = await setUpAuditLog(kind);
    // Away from the full hour, when a new count begins.
    clock.move(60_000);
    const first = clock.at;
    const slow = (await reopen({ now: () => first - 2000 })).of('T1').auditLog;
    await refuse(log);
    clock.move(10);
    await refuse(log);
    await refuse(slow);
    expect((await log.list(FIRST)).records.map(({ repeats }) => repeats)).toEqual([
      { count: 2, lastAt: new Date(first + 10), same: true },
    ]);
  });

  test.each([
    'times = 1',
    'times = times + 2',
    `user_id = 'U2', times = times + 1`,
    `attempt_id = 'x', times = times + 1`,
  ])('are only counted up: the database refuses %s', async (change) => {
    const { log, options } = await setUpAuditLog(kind);
    await refuse(log);
    await refuse(log);
    const updating = runSql(options, `update refusal_counts set ${change} returning times`);
    await expect(updating).rejects.toThrow('refusals are only counted up');
  });

  test('go when they are older than is kept', async () => {
    const { clock, log, options, store } = await setUpAuditLog(kind);
    await refuse(log);
    await refuse(log);
    clock.move(HOUR);
    await store.expire({ history: clock.now() - HOUR, uploads: 0 });
    expect(await runSql(options, 'select times from refusal_counts')).toHaveLength(1);
    clock.move(1);
    await store.expire({ history: clock.now() - HOUR, uploads: 0 });
    expect(await runSql(options, 'select times from refusal_counts')).toEqual([]);
    expect(await log.list(FIRST)).toEqual({ records: [], total: 0 });
  });
});
