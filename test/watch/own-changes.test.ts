import { describe, expect, test } from 'vitest';
import { readOwnChanges } from '../../src/watch/watch-account.ts';
import { HandClock } from '../hand-clock.ts';
import { openTestStore, storeKinds } from '../store/stores.ts';
import { deletedChange } from './world.ts';

describe.each(storeKinds)('own changes on %s', (kind) => {
  test('since a moment are all read, oldest first, however many', async () => {
    const clock = new HandClock();
    const { store } = await openTestStore(kind, { now: clock.now });
    const undoLog = store.of('T1').undoLogOf(null);
    const since = new Date(clock.now() + 50);
    for (let id = 0; id < 350; id += 1) {
      await undoLog.record('U0ANA', deletedChange(id, 'Weather'));
      clock.move(1);
    }
    await store.of('T2').undoLogOf(null).record('U0ANA', deletedChange(1, 'Of another workspace'));
    const own = await readOwnChanges(undoLog, since);
    const ids = own.flatMap(({ change }) => (change.kind === 'deleted' ? change.items.map(({ id }) => id) : []));
    expect(ids).toEqual(Array.from({ length: 300 }, (_, index) => 50 + index));
    expect(await readOwnChanges(undoLog, new Date(clock.now()))).toEqual([]);
    expect(await readOwnChanges(undoLog, new Date(0))).toHaveLength(350);
  });
});
