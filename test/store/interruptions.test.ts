import { describe, expect, test } from 'vitest';
import { isInterrupted } from '../../src/store/audit-record.ts';
import type { Store } from '../../src/store/store.ts';
import { HandClock } from '../hand-clock.ts';
import { runSql } from './run-sql.ts';
import { begunAs, ENDED } from './set-up-audit-log.ts';
import { makeStoreOptions, openTestStore, storeKinds } from './stores.ts';

const LEASE = 20_000;
const CLAIM = 60_000;
const MINUTE = 60_000;
const FIRST = { page: 1, perPage: 50 };

/** Two processes, of which only the second one looks for killed ones. */
async function setUp(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const given = { now: clock.now, ...(await makeStoreOptions(kind)) };
  const { options, reopen, store: killed } = await openTestStore(kind, given);
  const other = await reopen();
  for (const store of [killed, other]) await store.processes.renew(LEASE);
  /** PostgreSQL decides by its own clock, so the rows get older instead. */
  const pass = async (ms: number) => {
    clock.move(ms);
    if (kind === 'libsql') return;
    await runSql(options, `update processes set until = until - ${ms}`);
    await runSql(options, `update interruptions set due_at = due_at - ${ms}`);
  };
  /** The killed process ends without a further renewal. */
  const kill = async () => {
    await pass(LEASE);
    await other.processes.renew(LEASE);
  };
  return { clock, kill, killed, options, other, pass, reopen };
}

async function begin(store: Store, ref = 'a1b2', how = {}): Promise<string> {
  const log = store.of('T1').auditLog;
  const id = log.newId();
  await log.begin(begunAs(id, { ref }), how);
  return id;
}

async function found(store: Store, teamId: string | null = null): Promise<string[]> {
  await store.interruptions.plan();
  return (await store.interruptions.takeDue(10, CLAIM, teamId)).map(({ id }) => id);
}

describe.each(storeKinds)('requests of a killed process on %s', (kind) => {
  test('are found by another process, once', async () => {
    const { kill, killed, other, reopen } = await setUp(kind);
    const id = await begin(killed);
    expect(await found(other)).toEqual([]);
    await kill();
    const third = await reopen();
    const all = await Promise.all([other, third, other].map((one) => found(one)));
    expect(all.flat()).toEqual([id]);
    expect(await found(third)).toEqual([]);
  });

  test('are left to it for as long as it renews its row, however slow it is', async () => {
    const { killed, other, pass } = await setUp(kind);
    await begin(killed);
    for (let n = 0; n < 5; n += 1) {
      await pass(LEASE - 1000);
      for (const store of [killed, other]) await store.processes.renew(LEASE);
      expect(await found(other)).toEqual([]);
    }
  });

  test('are not found if they were answered, unless nobody can know', async () => {
    const { clock, kill, killed, other } = await setUp(kind);
    const log = killed.of('T1').auditLog;
    const [answered, open, ended] = [await begin(killed, 'aa'), await begin(killed, 'bb'), await begin(killed, 'cc')];
    for (const id of [answered, ended]) await log.end(id, ENDED);
    log.answered('aa');
    clock.move(1);
    await killed.processes.renew(LEASE);
    const late = await begin(killed, 'dd');
    await log.end(late, ENDED);
    log.answered('dd');
    await kill();
    expect((await found(other)).sort()).toEqual([open, ended, late].sort());
  });

  test('are found immediately if it stops before it has answered them, and not if it has', async () => {
    const { clock, killed, other } = await setUp(kind);
    const [id] = [await begin(killed, 'aa'), await begin(killed, 'bb')];
    killed.of('T1').auditLog.answered('bb');
    clock.move(1);
    await killed.processes.leave();
    expect(await found(other)).toEqual([id]);
  });

  test('are not its uploads, which any process resumes, and nothing of an earlier version', async () => {
    const { kill, killed, options, other } = await setUp(kind);
    await begin(killed, 'aa', { isResumed: true });
    // It writes no owner, as a process that has not joined.
    const before = await openTestStore(kind, options);
    await begin(before.store, 'bb');
    await kill();
    expect(await found(other)).toEqual([]);
  });

  test('are never those of the process that looks, which was only paused', async () => {
    const { killed, pass } = await setUp(kind);
    await begin(killed);
    await pass(LEASE);
    expect(await found(killed)).toEqual([]);
  });

  test('are looked for during ten minutes, in which a paused process may begin more', async () => {
    const { kill, killed, options, other, pass } = await setUp(kind);
    await kill();
    expect(await found(other)).toEqual([]);
    const late = await begin(killed);
    expect(await found(other)).toEqual([late]);
    await pass(10 * MINUTE);
    await other.processes.renew(LEASE);
    expect(await found(other)).toEqual([late]);
    expect(await runSql(options, 'select id from processes')).toHaveLength(1);
  });

  test('are claimed again if they could not be answered, or by whom the claim was forgotten', async () => {
    const { kill, killed, other, pass } = await setUp(kind);
    const id = await begin(killed);
    await kill();
    await other.interruptions.plan();
    const [first] = await other.interruptions.takeDue(10, CLAIM, null);
    expect(first).toEqual({ tenantId: 'T1', id, tries: 1 });
    if (!first) return;
    await other.of('T1').interruptions.again(first, 5000);
    await pass(5000);
    const [second] = await other.interruptions.takeDue(10, CLAIM, null);
    expect(second).toEqual({ tenantId: 'T1', id, tries: 2 });
    // It comes too late: somebody else has claimed it.
    await other.of('T1').interruptions.again(first, 0);
    expect(await other.interruptions.takeDue(10, CLAIM, null)).toEqual([]);
    await pass(CLAIM);
    expect(await other.interruptions.takeDue(10, CLAIM, null)).toMatchObject([{ id, tries: 3 }]);
    await other.of('T1').interruptions.settle(first.id);
    await pass(CLAIM);
    expect(await found(other)).toEqual([]);
  });

  test('belong to their workspace, and go with it', async () => {
    const { kill, killed, other, pass } = await setUp(kind);
    const id = await begin(killed);
    await kill();
    expect(await found(other, 'T2')).toEqual([]);
    expect(await found(other, 'T1')).toEqual([id]);
    await other.of('T1').forget();
    await pass(CLAIM);
    expect(await other.interruptions.takeDue(10, CLAIM, null)).toEqual([]);
  });

  test('are deleted with the audit log', async () => {
    const { clock, kill, killed, options, other } = await setUp(kind);
    await begin(killed);
    await kill();
    await found(other);
    await other.expire({ history: clock.at - MINUTE, uploads: 0 });
    expect(await runSql(options, 'select id from interruptions')).toHaveLength(1);
    clock.move(MINUTE + 1);
    await other.expire({ history: clock.at - MINUTE, uploads: 0 });
    expect(await runSql(options, 'select id from interruptions')).toEqual([]);
  });

  test('end as interrupted in the audit log, once', async () => {
    const { clock, killed, other } = await setUp(kind);
    const id = await begin(killed);
    clock.move(5000);
    const log = other.of('T1').auditLog;
    const records = await Promise.all([log.interrupt(id), log.interrupt(id)]);
    for (const record of records) {
      expect(record && isInterrupted(record)).toBe(true);
      expect(record).toMatchObject({ id, ended: { outcome: 'failed', targets: begunAs(id).targets, ms: 5000 } });
    }
    expect(await log.runningSince(new Date(0))).toBe(0);
    expect(await log.interrupt(log.newId())).toBeNull();
    expect(await other.of('T2').auditLog.interrupt(id)).toBeNull();
  });

  test('keep an end that they have, and are corrected by a process that was only paused', async () => {
    const { killed, other } = await setUp(kind);
    const [ended, paused] = [await begin(killed), await begin(killed)];
    const [log, late] = [other.of('T1').auditLog, killed.of('T1').auditLog];
    await late.end(ended, ENDED);
    expect(await log.interrupt(ended)).toMatchObject({ ended: { outcome: 'done', why: null } });
    await log.interrupt(paused);
    await late.end(paused, { ...ENDED, outcome: 'unconfirmed', found: 'Weather is still enabled' });
    const { records } = await log.list(FIRST);
    expect(records.find(({ id }) => id === paused)).toMatchObject({
      ended: { outcome: 'unconfirmed', found: 'Weather is still enabled' },
    });
    expect(records.filter(isInterrupted)).toEqual([]);
  });
});
