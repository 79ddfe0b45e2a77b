import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/store/undo-record.ts';
import { HandClock } from '../hand-clock.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const DAY = 24 * 60 * 60_000;

const TOGGLED: Change = {
  kind: 'toggled',
  items: [{ id: InstalledAbilityId.parse(90001), name: 'Weather', enabled: false }],
};
const ASSIGNED: Change = {
  kind: 'assigned',
  agentId: AgentId.parse(301),
  agentName: 'Echo',
  before: null,
  after: [AbilityId.parse(6001)],
};

const DELETED: Change = { kind: 'deleted', items: [{ id: AbilityId.parse(6001), name: 'Timer' }] };
const UPLOADED: Change = { kind: 'uploaded', abilityId: AbilityId.parse(6002), name: 'Tides', how: 'new' };

async function setUp(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const opened = await openTestStore(kind, { now: clock.now });
  return { ...opened, clock, undoLog: opened.store.of('T1').undoLogOf(null) };
}

describe.each(storeKinds)('changes on %s', (kind) => {
  test('are found again as they were recorded, also by another process', async () => {
    const { clock, undoLog, reopen } = await setUp(kind);
    const recorded = await undoLog.record('U1', TOGGLED);
    expect(recorded).toMatchObject({ userId: 'U1', change: TOGGLED, undoneBy: null });
    expect(recorded.at.getTime()).toBe(clock.now());
    expect(await (await reopen()).of('T1').undoLogOf(null).find(recorded.id)).toEqual(recorded);
  });

  test('know the shared message that they were made from, unless this version cannot read it', async () => {
    const { options, undoLog, reopen } = await setUp(kind);
    const shared = { channel: 'C1', ts: '1.2', threadTs: null, redraw: 'list 2', sharedBy: 'U2' };
    const { id } = await undoLog.record('U1', TOGGLED, { shared });
    expect(await (await reopen()).of('T1').undoLogOf(null).find(id)).toMatchObject({ change: TOGGLED, shared });
    for (const unreadable of ['{"channel":1}', 'no JSON']) {
      await runSql(options, `update changes set shared = '${unreadable}'`);
      expect(await undoLog.find(id)).toMatchObject({ change: TOGGLED, shared: null });
    }
  });

  test('are told newest first, those of one moment too', async () => {
    const { clock, undoLog } = await setUp(kind);
    const first = await undoLog.record('U1', TOGGLED);
    const second = await undoLog.record('U2', ASSIGNED);
    clock.move(1);
    const third = await undoLog.record('U1', TOGGLED);
    expect((await undoLog.recent(2)).map(({ id }) => id)).toEqual([third.id, second.id]);
    expect((await undoLog.recent(9)).map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
    expect((await undoLog.latestOf('U1'))?.id).toBe(third.id);
    expect(await undoLog.latestOf('U3')).toBeNull();
  });

  test('keep their order when the clock of a process is behind', async () => {
    const { clock, undoLog } = await setUp(kind);
    const first = await undoLog.record('U1', TOGGLED);
    clock.at -= 1000;
    const second = await undoLog.record('U1', ASSIGNED);
    expect((await undoLog.recent(9)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await undoLog.latestOf('U1'))?.id).toBe(first.id);
  });

  test('the latest of a person is one that can be taken back, and has not been', async () => {
    const { clock, undoLog } = await setUp(kind);
    expect(await undoLog.latestOf('U1')).toBeNull();
    const first = await undoLog.record('U1', TOGGLED);
    const known = await undoLog.record('U1', { ...ASSIGNED, before: [] });
    for (const change of [ASSIGNED, DELETED, UPLOADED]) {
      clock.move(1);
      await undoLog.record('U1', change);
    }
    await undoLog.record('U2', TOGGLED);
    expect((await undoLog.latestOf('U1'))?.id).toBe(known.id);
    await undoLog.keepUndone(known.id, 'U2');
    expect((await undoLog.latestOf('U1'))?.id).toBe(first.id);
    await undoLog.releaseUndo(known.id);
    expect((await undoLog.latestOf('U1'))?.id).toBe(known.id);
  });

  test('of another workspace are not there', async () => {
    const { undoLog, store } = await setUp(kind);
    const { id } = await undoLog.record('U1', TOGGLED);
    const other = store.of('T2').undoLogOf(null);
    expect(await other.find(id)).toBeNull();
    expect(await other.recent(9)).toEqual([]);
    expect(await other.latestOf('U1')).toBeNull();
    expect(await other.claimUndo(id)).toBe(false);
  });

  test('under an ID of their own are recorded once', async () => {
    const { undoLog } = await setUp(kind);
    await undoLog.record('U1', TOGGLED, { id: '0123456789abcdef' });
    await undoLog.record('U1', TOGGLED, { id: '0123456789abcdef' });
    expect(await undoLog.recent(9)).toHaveLength(1);
  });

  test('are taken back by one of many, and by another one when that did not work', async () => {
    const { undoLog, reopen } = await setUp(kind);
    const { id } = await undoLog.record('U1', TOGGLED);
    const other = (await reopen()).of('T1').undoLogOf(null);
    const claims = await Promise.all([undoLog, other, undoLog, other].map((one) => one.claimUndo(id)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await undoLog.find(id)).toMatchObject({ undoneBy: null });
    await undoLog.releaseUndo(id);
    expect(await other.claimUndo(id)).toBe(true);
    await other.keepUndone(id, 'U3');
    expect(await undoLog.claimUndo(id)).toBe(false);
    expect(await undoLog.find(id)).toMatchObject({ undoneBy: 'U3' });
  });

  test('that a killed process was taking back can be taken back by others after a minute', async () => {
    const { clock, undoLog } = await setUp(kind);
    const { id } = await undoLog.record('U1', TOGGLED);
    expect(await undoLog.claimUndo(id)).toBe(true);
    clock.move(59_999);
    expect(await undoLog.claimUndo(id)).toBe(false);
    clock.move(1);
    expect(await undoLog.claimUndo(id)).toBe(true);
  });

  test('that this version cannot read are left out', async () => {
    const { undoLog, options } = await setUp(kind);
    const { id } = await undoLog.record('U1', TOGGLED);
    await undoLog.record('U1', ASSIGNED);
    await runSql(options, `update changes set document = '{"kind":"of tomorrow"}' where id = '${id}'`);
    expect(await undoLog.find(id)).toBeNull();
    expect((await undoLog.recent(9)).map(({ change }) => change.kind)).toEqual(['assigned']);
  });

  test('go after ninety days', async () => {
    const { clock, undoLog, store } = await setUp(kind);
    await undoLog.record('U1', TOGGLED);
    clock.move(90 * DAY);
    await undoLog.record('U1', ASSIGNED);
    await store.expire({ history: clock.at - 90 * DAY, uploads: 0 });
    expect(await undoLog.recent(9)).toHaveLength(2);
    clock.move(1);
    await store.expire({ history: clock.at - 90 * DAY, uploads: 0 });
    expect((await undoLog.recent(9)).map(({ change }) => change.kind)).toEqual(['assigned']);
  });

  test('go earlier where less is kept', async () => {
    const { clock, undoLog, store } = await setUp(kind);
    await undoLog.record('U1', TOGGLED);
    clock.move(7 * DAY);
    await store.expire({ history: clock.at - 7 * DAY, uploads: 0 });
    expect(await undoLog.recent(9)).toHaveLength(1);
    clock.move(1);
    await store.expire({ history: clock.at - 7 * DAY, uploads: 0 });
    expect(await undoLog.recent(9)).toEqual([]);
  });
});
