import { describe, expect, test } from 'vitest';
import { HandClock } from '../hand-clock.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const TEN_MINUTES = 600_000;

async function setUp(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const opened = await openTestStore(kind, { now: clock.now });
  return { ...opened, clock, seen: opened.store.of('T0').seen };
}

describe.each(storeKinds)('seen keys on %s', (kind) => {
  test('are claimed once in ten minutes, also by another process', async () => {
    const { clock, reopen, seen } = await setUp(kind);
    const other = (await reopen()).of('T0').seen;
    expect(await seen.claim('Ev1')).toBe(true);
    expect(await other.claim('Ev1')).toBe(false);
    expect(await other.claim('Ev2')).toBe(true);
    clock.move(TEN_MINUTES - 1);
    expect(await seen.claim('Ev1')).toBe(false);
    clock.move(1);
    expect(await other.claim('Ev1')).toBe(true);
    clock.move(TEN_MINUTES - 1);
    expect(await seen.claim('Ev1')).toBe(false);
  });

  test('are kept as long as is asked', async () => {
    const { clock, seen } = await setUp(kind);
    expect(await seen.claim('Ev1', 1000)).toBe(true);
    clock.move(1000);
    expect(await seen.claim('Ev1')).toBe(true);
  });

  test('have one winner among many at the same moment', async () => {
    const { clock, reopen, seen } = await setUp(kind);
    const other = (await reopen()).of('T0').seen;
    const claimAll = () => Promise.all([seen, other, seen, other, seen, other].map((keys) => keys.claim('Ev1')));
    expect((await claimAll()).filter(Boolean)).toHaveLength(1);
    clock.move(TEN_MINUTES);
    expect((await claimAll()).filter(Boolean)).toHaveLength(1);
  });

  test('of reads are claimed once in ten minutes', async () => {
    const { clock, reopen, seen, store } = await setUp(kind);
    expect([await seen.claimRead('Ev1'), await store.of('T1').seen.claimRead('Ev1')]).toEqual([true, true]);
    expect(await seen.claimRead('Ev1')).toBe(false);
    // A libsql file has one process.
    if (kind === 'postgresql') expect(await (await reopen()).of('T0').seen.claimRead('Ev1')).toBe(false);
    clock.move(TEN_MINUTES);
    expect(await seen.claimRead('Ev1')).toBe(true);
  });

  test('can be claimed again once they are released', async () => {
    const { seen } = await setUp(kind);
    await seen.claim('Ev1');
    await seen.release('Ev1');
    expect(await seen.claim('Ev1')).toBe(true);
  });

  test('of one workspace are not those of another', async () => {
    const { seen, store } = await setUp(kind);
    const [north, south] = [store.of('T1').seen, store.of('T2').seen];
    expect([await north.claim('Ev1'), await south.claim('Ev1')]).toEqual([true, true]);
    expect(await north.claim('Ev1')).toBe(false);
    await north.release('Ev1');
    expect([await north.has('Ev1'), await south.has('Ev1'), await seen.has('Ev1')]).toEqual([false, true, false]);
  });

  test('may be long and hold anything, of which nothing is written down', async () => {
    const { options, seen } = await setUp(kind);
    const key = `secret\0${'🚀'.repeat(10_000)}`;
    expect(await seen.claim(key)).toBe(true);
    expect(await seen.claim(key)).toBe(false);
    expect(await seen.claim(`${key}.`)).toBe(true);
    expect(JSON.stringify(await runSql(options, 'select key from seen_keys'))).not.toContain('secret');
  });

  test('are swept when they have expired', async () => {
    const { clock, options, seen, store } = await setUp(kind);
    await seen.claim('Ev1');
    clock.move(1);
    await seen.claim('Ev2');
    clock.move(TEN_MINUTES - 1);
    await store.expire({ history: 0, uploads: 0 });
    expect(await runSql(options, 'select key from seen_keys')).toHaveLength(1);
    expect(await seen.claim('Ev2')).toBe(false);
  });
});
