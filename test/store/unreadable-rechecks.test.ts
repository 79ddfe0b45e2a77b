import { AbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import type { Recheck } from '../../src/store/rechecks.ts';
import { HandClock } from '../hand-clock.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const HOUR = 3_600_000;
const LOOK: Recheck = {
  id: 'a1',
  looks: 0,
  change: { kind: 'deleted', items: [{ id: AbilityId.parse(6001), name: 'Weather' }] },
  changeId: null,
  account: 0,
  userId: 'U1',
  ref: 'r1',
  origin: null,
  redraw: null,
};
const respell = (from: string, to: string) =>
  `update later_looks set document = replace(document, '${from}', '${to}') returning id`;
const [SPOIL, REPAIR] = [respell('deleted', 'polished'), respell('polished', 'deleted')];

test.each(storeKinds)('a check that this version cannot read is left to a newer one for an hour: %s', async (kind) => {
  const clock = new HandClock();
  const { options, reopen, store } = await openTestStore(kind, { now: clock.now });
  await store.of('T1').rechecks.plan(LOOK, clock.at);
  await runSql(options, SPOIL);
  expect(await store.rechecks.takeDue(9, 30_000, null)).toEqual([]);
  expect(await store.rechecks.nextDueAt(null)).toBeNull();

  await runSql(options, REPAIR);
  const newer = (await reopen()).rechecks;
  expect(await newer.nextDueAt(null)).toBe(clock.at);
  expect(await newer.takeDue(9, 30_000, null)).toEqual([{ ...LOOK, tenantId: 'T1' }]);

  await runSql(options, SPOIL);
  clock.move(HOUR);
  expect(await store.rechecks.takeDue(9, 30_000, null)).toEqual([]);
  expect(await store.of('T1').rechecks.isPlanned()).toBe(false);
});
