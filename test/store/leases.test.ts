import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/store/undo-record.ts';
import { HandClock } from '../hand-clock.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const TEN_SECONDS = 10_000;
const HOUR = 60 * 60_000;

const CHANGE: Change = { kind: 'deleted', items: [] };

async function setUp(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const { options, reopen, store } = await openTestStore(kind, { now: clock.now });
  /** PostgreSQL decides by its own clock, so the leases get older instead. */
  const pass = async (ms: number) => {
    clock.move(ms);
    if (kind === 'postgresql') await runSql(options, `update leases set until = until - ${ms} * sign(until)`);
  };
  return {
    clock,
    mine: store.of('T1').newLeaseHolder(),
    other: (await reopen()).of('T1').newLeaseHolder(),
    pass,
    store,
  };
}

describe.each(storeKinds)('leases on %s', (kind) => {
  test('belong to one holder until it releases them', async () => {
    const { mine, other } = await setUp(kind);
    expect(await mine.take('installed:1', TEN_SECONDS)).toMatchObject({ followsAnother: false });
    expect(await other.take('installed:1', TEN_SECONDS)).toBeNull();
    expect(await mine.take('installed:1', TEN_SECONDS)).toBeNull();
    expect(await other.take('installed:2', TEN_SECONDS)).toMatchObject({ followsAnother: false });
    await mine.release('installed:1');
    expect(await other.take('installed:1', TEN_SECONDS)).toMatchObject({ followsAnother: true });
  });

  test('end when nobody renews them', async () => {
    const { mine, other, pass } = await setUp(kind);
    await mine.take('agent:1', TEN_SECONDS);
    await pass(8000);
    expect(await mine.renew('agent:1', TEN_SECONDS)).toBe(true);
    await pass(8000);
    expect(await other.take('agent:1', TEN_SECONDS)).toBeNull();
    await pass(2000);
    expect(await mine.renew('agent:1', TEN_SECONDS)).toBe(false);
    expect(await other.take('agent:1', TEN_SECONDS)).toMatchObject({ followsAnother: true });
  });

  test('that were released or lost cannot be renewed or released again', async () => {
    const { mine, other, pass } = await setUp(kind);
    await mine.take('agent:1', TEN_SECONDS);
    await mine.release('agent:1');
    expect(await mine.renew('agent:1', TEN_SECONDS)).toBe(false);
    await mine.take('agent:1', TEN_SECONDS);
    await pass(TEN_SECONDS);
    await other.take('agent:1', TEN_SECONDS);
    expect(await mine.renew('agent:1', TEN_SECONDS)).toBe(false);
    await mine.release('agent:1');
    expect(await mine.take('agent:1', TEN_SECONDS)).toBeNull();
  });

  test('tell whether another holder came before', async () => {
    const { mine, other } = await setUp(kind);
    const turn = async (holder: typeof mine) => {
      const lease = await holder.take('message:C1:1.2', TEN_SECONDS);
      await holder.release('message:C1:1.2');
      return lease?.followsAnother;
    };
    expect([await turn(mine), await turn(mine)]).toEqual([false, false]);
    expect([await turn(other), await turn(other)]).toEqual([true, false]);
    expect(await turn(mine)).toBe(true);
  });

  test('have one holder among many at the same moment', async () => {
    const { mine, other, pass } = await setUp(kind);
    const takeAll = () => Promise.all([mine, other, mine, other].map((holder) => holder.take('settings', TEN_SECONDS)));
    expect((await takeAll()).filter(Boolean)).toHaveLength(1);
    await pass(TEN_SECONDS);
    expect((await takeAll()).filter(Boolean)).toHaveLength(1);
  });

  test('of one workspace are not those of another, and go with it', async () => {
    const { mine, other, store } = await setUp(kind);
    await mine.take('settings', TEN_SECONDS);
    const foreign = store.of('T2').newLeaseHolder();
    expect(await foreign.take('settings', TEN_SECONDS)).toMatchObject({ followsAnother: false });
    await store.of('T1').forget();
    expect(await other.take('settings', TEN_SECONDS)).toMatchObject({ followsAnother: false });
    expect(await foreign.take('settings', TEN_SECONDS)).toBeNull();
  });

  test('are deleted ten minutes after their end', async () => {
    const { mine, other, pass, store } = await setUp(kind);
    await mine.take('settings', TEN_SECONDS);
    await pass(TEN_SECONDS + 540_000);
    await store.expire({ history: 0, uploads: 0 });
    expect(await other.take('settings', TEN_SECONDS)).toMatchObject({ followsAnother: true });
    await pass(TEN_SECONDS + 600_000);
    await store.expire({ history: 0, uploads: 0 });
    expect(await mine.take('settings', TEN_SECONDS)).toMatchObject({ followsAnother: false });
    await mine.release('settings');
    await pass(540_000);
    await store.expire({ history: 0, uploads: 0 });
    expect(await other.take('settings', TEN_SECONDS)).toMatchObject({ followsAnother: true });
    await other.release('settings');
    await pass(600_000);
    await store.expire({ history: 0, uploads: 0 });
    expect(await mine.take('settings', TEN_SECONDS)).toMatchObject({ followsAnother: false });
  });

  test('that were released are free after the clock was set back', async () => {
    const { mine, other, pass } = await setUp(kind);
    await mine.take('settings', TEN_SECONDS);
    await mine.release('settings');
    await pass(-HOUR);
    expect(await other.take('settings', TEN_SECONDS)).toMatchObject({ followsAnother: true });
  });
});

test.runIf(storeKinds.includes('postgresql'))('leases number the changes of all processes', async () => {
  const { mine, other, store } = await setUp('postgresql');
  const numbered = async (holder: typeof mine) =>
    (await holder.take(`message:${Math.random()}`, TEN_SECONDS))?.position;
  const [first, second] = [await numbered(mine), await numbered(other)];
  expect(second).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY);
  const undoLog = store.of('T1').undoLogOf(null);
  const later = await undoLog.record('U1', CHANGE, { position: second ?? null });
  const earlier = await undoLog.record('U2', CHANGE, { position: first ?? null });
  const latest = await undoLog.record('U2', CHANGE);
  expect((await undoLog.recent(9)).map(({ id }) => id)).toEqual([latest.id, later.id, earlier.id]);
});
