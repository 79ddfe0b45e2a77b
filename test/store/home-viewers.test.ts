import { describe, expect, test } from 'vitest';
import { HandClock } from '../hand-clock.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const HOUR = 60 * 60_000;
const NOTICE = { text: 'News disabled', undo: null };

async function setUp(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const { options, reopen, store } = await openTestStore(kind, { now: clock.now });
  return { clock, options, store, mine: store.of('T1').homeViewers, others: (await reopen()).of('T1').homeViewers };
}

describe.each(storeKinds)('viewers of the Home tab on %s', (kind) => {
  test('are known to every process, the latest first', async () => {
    const { clock, mine, others } = await setUp(kind);
    for (const userId of ['U1', 'U2', 'U3']) {
      await mine.remember(userId, null);
      clock.move(1000);
    }
    await mine.remember('U1', NOTICE);
    expect(await others.recent(HOUR, 2)).toEqual([
      { userId: 'U1', notice: NOTICE },
      { userId: 'U3', notice: null },
    ]);
    expect(await others.recent(1000, 9)).toHaveLength(2);
    expect(await others.find('U1')).toEqual({ userId: 'U1', notice: NOTICE });
    expect(await others.find('U4')).toBeNull();
  });

  test('lose their notice when they open it again, or with the account', async () => {
    const { mine } = await setUp(kind);
    await mine.remember('U1', NOTICE);
    await mine.remember('U1', null);
    expect(await mine.find('U1')).toMatchObject({ notice: null });
    await mine.remember('U1', NOTICE);
    await mine.forgetNotices();
    expect(await mine.recent(HOUR, 9)).toEqual([{ userId: 'U1', notice: null }]);
  });

  test('have no notice if it cannot be read', async () => {
    const { mine, options } = await setUp(kind);
    await mine.remember('U1', NOTICE);
    await runSql(options, `update home_viewers set notice = 'no JSON'`);
    expect(await mine.find('U1')).toEqual({ userId: 'U1', notice: null });
  });

  test('go with their workspace, and after an hour', async () => {
    const { clock, mine, store } = await setUp(kind);
    await mine.remember('U1', null);
    await store.of('T2').homeViewers.remember('U1', null);
    await store.of('T1').forget();
    expect(await mine.recent(HOUR, 9)).toEqual([]);
    expect(await store.of('T2').homeViewers.find('U1')).not.toBeNull();
    clock.move(1);
    await mine.remember('U2', null);
    clock.move(HOUR);
    await store.expire({ history: 0, uploads: 0 });
    expect(await store.of('T2').homeViewers.find('U1')).toBeNull();
    expect(await mine.find('U2')).not.toBeNull();
  });
});
