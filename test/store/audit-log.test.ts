import { describe, expect, test } from 'vitest';
import type { AuditQuery } from '../../src/store/audit-record.ts';
import { runSql } from './run-sql.ts';
import { begunAs, ENDED, setUpAuditLog, target } from './set-up-audit-log.ts';
import { storeKinds } from './stores.ts';

const FIRST: AuditQuery = { page: 1, perPage: 50 };
const DAY = 24 * 60 * 60_000;

describe.each(storeKinds)('attempts on %s', (kind) => {
  test('are found again as they began and ended, also by another process', async () => {
    const { clock, log, reopen } = await setUpAuditLog(kind);
    const begun = begunAs(log.newId(), { line: '"Wétter\0" 🚀', targets: [target('Wétter'), target(null, null)] });
    const at = new Date(clock.at);
    await log.begin(begun);
    expect(await log.list(FIRST)).toEqual({ records: [{ ...begun, at, ended: null }], total: 1 });
    clock.move(120);
    const ended = { ...ENDED, at: new Date(clock.at) };
    await log.end(begun.id, ENDED);
    const other = (await reopen()).of('T1').auditLog;
    expect(await other.list(FIRST)).toEqual({ records: [{ ...begun, at, ended }], total: 1 });
  });

  test('have IDs of sixteen hexadecimal digits, and take no others', async () => {
    const { log } = await setUpAuditLog(kind);
    const ids = Array.from({ length: 100 }, () => log.newId());
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
    await expect(log.begin(begunAs('a1'))).rejects.toThrow('sixteen hexadecimal digits');
    expect((await log.list(FIRST)).total).toBe(0);
  });

  test('are recorded once, as they first began and ended', async () => {
    const { clock, log, options, reopen } = await setUpAuditLog(kind);
    const other = (await reopen({ now: clock.now })).of('T1').auditLog;
    const id = log.newId();
    await Promise.all([log, other, log].map((one) => one.begin(begunAs(id))));
    await log.begin(begunAs(id, { verb: 'delete' }));
    await Promise.all([log, other].map((one) => one.end(id, ENDED)));
    clock.move(5);
    await log.end(id, { ...ENDED, outcome: 'failed' });
    const { records, total } = await log.list(FIRST);
    expect(total).toBe(1);
    expect(records).toMatchObject([{ verb: 'disable', ended: { outcome: 'done', at: new Date(clock.at - 5) } }]);
    expect(await runSql(options, 'select id from attempts')).toHaveLength(2);
  });

  test('cannot end before they begin', async () => {
    const { log, options } = await setUpAuditLog(kind);
    await expect(log.end(log.newId(), ENDED)).rejects.toThrow(
      'An attempt that was never started cannot end. Nothing was recorded.',
    );
    expect(await runSql(options, 'select id from attempts')).toEqual([]);
  });

  test('of another workspace are not there, even under the same ID', async () => {
    const { log, store } = await setUpAuditLog(kind);
    const [here, there] = [log, store.of('T2').auditLog];
    const id = here.newId();
    await here.begin(begunAs(id));
    expect(await there.list(FIRST)).toEqual({ records: [], total: 0 });
    expect(await there.list({ ...FIRST, name: 'weather', ref: 'a1b2', userId: 'U1' })).toMatchObject({ total: 0 });
    expect(await there.runningSince(new Date(0))).toBe(0);
    expect(await there.all({}, 9)).toEqual([]);
    await expect(there.end(id, ENDED)).rejects.toThrow('never started');
    await there.begin(begunAs(id, { verb: 'delete' }));
    await there.end(id, { ...ENDED, outcome: 'refused' });
    expect((await here.list(FIRST)).records).toMatchObject([{ verb: 'disable', ended: null }]);
    expect((await there.list(FIRST)).records).toMatchObject([{ verb: 'delete', ended: { outcome: 'refused' } }]);
    expect(await here.runningSince(new Date(0))).toBe(1);
  });

  test('are recorded however long their words are, which are cut', async () => {
    const { log } = await setUpAuditLog(kind);
    const id = log.newId();
    const long = `${'x'.repeat(998)}🚀${'x'.repeat(16_000)}`;
    await log.begin(begunAs(id, { line: long, targets: [target(long)] }));
    await log.end(id, { ...ENDED, why: long, before: long, after: 'x'.repeat(16_000), targets: [target(long)] });
    const [record] = (await log.list({ ...FIRST, name: long })).records;
    const cut = `${'x'.repeat(998)}…`;
    expect(record).toMatchObject({
      line: cut,
      targets: [{ name: cut }],
      ended: { why: cut, targets: [{ name: cut }], after: 'x'.repeat(16_000) },
    });
    expect(record?.ended?.before).toHaveLength(16_000);
  });

  test('that still run are counted since a moment', async () => {
    const { add, clock, log } = await setUpAuditLog(kind);
    await add({}, null);
    const since = new Date(clock.at);
    expect(await log.runningSince(since)).toBe(0);
    const id = log.newId();
    await log.begin(begunAs(id));
    await add();
    expect(await log.runningSince(since)).toBe(1);
    expect(await log.runningSince(new Date(clock.at))).toBe(0);
    await log.end(id, ENDED);
    expect(await log.runningSince(since)).toBe(0);
    expect(await log.runningSince(new Date(0))).toBe(1);
  });

  test('are given oldest first for an export: of too many, the latest', async () => {
    const { add, clock, log } = await setUpAuditLog(kind);
    await add();
    const since = new Date(clock.at);
    const ids = [await add(), await add({}, null), await add()];
    expect((await log.all({ since }, 9)).map(({ id }) => id)).toEqual(ids);
    expect((await log.all({ since }, 2)).map(({ id }) => id)).toEqual(ids.slice(1));
    expect(await log.all({}, 9)).toHaveLength(4);
    expect(await log.all({ name: 'no such name' }, 9)).toEqual([]);
  });

  test('are given whole when there are many', async () => {
    const { log } = await setUpAuditLog(kind);
    const ids = Array.from({ length: 520 }, () => log.newId());
    for (const id of ids) await log.begin(begunAs(id));
    const given = async (most: number) => (await log.all({}, most)).map(({ id }) => id);
    expect(await given(5000)).toEqual(ids);
    expect(await given(520)).toEqual(ids);
    expect(await given(501)).toEqual(ids.slice(19));
    expect(await given(500)).toEqual(ids.slice(20));
  });

  test('that this version cannot read are left out, whichever half it is', async () => {
    const { add, log, options } = await setUpAuditLog(kind);
    const id = await add();
    const write = (newId: string, phase: string, document: string) =>
      runSql(
        options,
        `insert into attempts (team_id, id, phase, ref, user_id, at, names, document)
          values ('T1', '${newId}', '${phase}', 'r', 'U1', 1, '', '${document}') returning id`,
      );
    const other = log.newId();
    await write(other, 'begun', '{"of":"tomorrow"}');
    const running = await add({}, null);
    await write(running, 'ended', 'of tomorrow');
    expect((await log.list(FIRST)).records.map((record) => record.id)).toEqual([id]);
    expect((await log.all({}, 9)).map((record) => record.id)).toEqual([id]);
    expect(await log.runningSince(new Date(2))).toBe(0);
  });

  test.each(['begun', 'ended'])(
    'are never changed by anybody: the database refuses it of what has %s',
    async (phase) => {
      const { add, log, options } = await setUpAuditLog(kind);
      await add();
      const before = await log.list(FIRST);
      for (const change of [`document = '{}'`, 'at = 1', 'user_id = user_id', `outcome = 'refused'`]) {
        const updating = runSql(options, `update attempts set ${change} where phase = '${phase}' returning id`);
        await expect(updating).rejects.toThrow('attempts are never changed');
      }
      expect(await log.list(FIRST)).toEqual(before);
    },
  );

  test('go when they are older than is kept, and not before', async () => {
    const { add, clock, log, options, store } = await setUpAuditLog(kind);
    const old = await add();
    await add({}, null);
    clock.move(DAY - 4);
    await store.expire({ history: clock.at - DAY, uploads: 0 });
    expect((await log.list(FIRST)).total).toBe(2);
    clock.move(1);
    await store.expire({ history: clock.at - DAY, uploads: 0 });
    expect((await log.list(FIRST)).total).toBe(1);
    await expect(log.end(old, ENDED)).rejects.toThrow('never started');
    clock.move(DAY);
    await add();
    await store.expire({ history: clock.at - DAY, uploads: 0 });
    expect((await log.list(FIRST)).total).toBe(1);
    expect(await runSql(options, 'select id from attempts')).toHaveLength(2);
  });
});
