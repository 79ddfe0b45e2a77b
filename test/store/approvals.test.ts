import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { ApprovalSubject } from '../../src/store/approval-record.ts';
import { HandClock } from '../hand-clock.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const DAY = 24 * 60 * 60_000;
const HOUR = 60 * 60_000;

const DELETE: ApprovalSubject = { kind: 'delete', abilities: [{ id: AbilityId.parse(6001), name: 'Weather' }] };
const REPLACE: ApprovalSubject = {
  kind: 'replace',
  uploadId: 'u1',
  abilityId: null,
  name: 'Weather',
  wrap: false,
};

async function setUp(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const opened = await openTestStore(kind, { now: clock.now });
  const approvals = opened.store.of('T1').approvalsOf(null);
  const other = (await opened.reopen()).of('T1').approvalsOf(null);
  const ask = async () => (await approvals.open(DELETE, 'U1', HOUR)).id;
  return { ...opened, approvals, ask, clock, other };
}

describe.each(storeKinds)('approvals on %s', (kind) => {
  test.each([DELETE, REPLACE])('are found as they were asked for, also by another process: $kind', async (what) => {
    const { approvals, clock, other } = await setUp(kind);
    const asked = await approvals.open(what, 'U1', HOUR);
    expect(asked).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      askedBy: 'U1',
      askedAt: new Date(clock.at),
      expiresAt: new Date(clock.at + HOUR),
      state: 'waiting',
      decidedBy: null,
      carriedIn: null,
      requestId: null,
      what,
      place: null,
    });
    expect(await other.find(asked.id)).toEqual(asked);
    expect(await other.find('0000000000000000')).toBeNull();
    await other.addPlace(asked.id, { channel: 'C1', ts: '1.5', threadTs: null });
    expect(await approvals.find(asked.id)).toEqual({ ...asked, place: { channel: 'C1', ts: '1.5' } });
  });

  test.each(['in-progress', 'declined'] as const)(
    'become %s by one of many concurrent callers, and by nobody afterwards',
    async (state) => {
      const { approvals, ask, other, store } = await setUp(kind);
      const id = await ask();
      const people = ['U2', 'U3', 'U4', 'U5', 'U6', 'U7'];
      const all = await Promise.all(people.map((by, index) => (index % 2 ? approvals : other).decide(id, by, state)));
      const [winner, ...others] = all.filter((decided) => decided !== null);
      expect(others).toEqual([]);
      expect(winner).toMatchObject({ id, state, what: DELETE });
      expect(people[all.indexOf(winner ?? null)]).toBe(winner?.decidedBy);
      expect(await approvals.decide(id, 'U8', 'in-progress')).toBeNull();
      expect(await approvals.decide(id, 'U8', 'declined')).toBeNull();
      expect(await store.of('T1').approvalsOf(null).find(id)).toEqual(winner);
    },
  );

  test('are approved or declined, when both are clicked at the same time', async () => {
    const { approvals, ask, other } = await setUp(kind);
    const id = await ask();
    const both = await Promise.all([approvals.decide(id, 'U2', 'in-progress'), other.decide(id, 'U3', 'declined')]);
    expect(both.filter((decided) => decided !== null)).toEqual([await approvals.find(id)]);
  });

  test('are never given by the one who asked, who may decline', async () => {
    const { approvals, ask } = await setUp(kind);
    const id = await ask();
    expect(await approvals.decide(id, 'U1', 'in-progress')).toBeNull();
    expect(await approvals.find(id)).toMatchObject({ state: 'waiting', decidedBy: null });
    expect(await approvals.decide(id, 'U1', 'declined')).toMatchObject({ state: 'declined', decidedBy: 'U1' });
  });

  test('expire', async () => {
    const { approvals, ask, clock } = await setUp(kind);
    const [inTime, late] = [await ask(), await ask()];
    clock.move(HOUR - 1);
    expect(await approvals.decide(inTime, 'U2', 'in-progress')).not.toBeNull();
    clock.move(1);
    expect(await approvals.decide(late, 'U2', 'in-progress')).toBeNull();
    expect(await approvals.decide(late, 'U2', 'declined')).toBeNull();
    expect(await approvals.find(late)).toMatchObject({ state: 'waiting' });
  });

  test('are over when another account is connected, and those of others are not', async () => {
    const { approvals, ask, other, store } = await setUp(kind);
    const id = await ask();
    const elsewhere = await store.of('T2').approvalsOf(null).open(DELETE, 'U1', HOUR);
    await other.endAll();
    expect(await approvals.waiting(9)).toEqual([]);
    expect(await approvals.decide(id, 'U2', 'in-progress')).toBeNull();
    expect(await store.of('T2').approvalsOf(null).decide(elsewhere.id, 'U2', 'in-progress')).not.toBeNull();
  });

  test('that were asked for in another account cannot be given, though they were written after its end', async () => {
    const { clock, store } = await setUp(kind);
    const [first, second] = [store.of('T1').approvalsOf(1), store.of('T1').approvalsOf(2)];
    await first.endAll();
    const { id } = await first.open(DELETE, 'U1', HOUR);
    const begun = await first.open(DELETE, 'U1', HOUR);
    await first.decide(begun.id, 'U2', 'in-progress');
    expect(await second.waiting(9)).toEqual([]);
    for (const one of [id, begun.id]) {
      expect(await second.find(one)).toMatchObject({ state: 'waiting', expiresAt: new Date(clock.at) });
    }
    expect(await second.decide(id, 'U2', 'in-progress')).toBeNull();
    expect(await first.decide(id, 'U2', 'in-progress')).not.toBeNull();
  });

  test('that wait are listed, newest first, as many as are asked for', async () => {
    const { approvals, ask, clock, other, store } = await setUp(kind);
    const expired = await ask();
    clock.move(HOUR - 2);
    const old = await ask();
    clock.move(1);
    const [declined, fresh] = [await ask(), await ask()];
    await approvals.decide(declined, 'U2', 'declined');
    clock.move(1);
    const newest = await ask();
    expect((await other.waiting(10)).map(({ id }) => id)).toEqual([newest, fresh, old]);
    expect((await other.waiting(2)).map(({ id }) => id)).toEqual([newest, fresh]);
    expect(await approvals.find(expired)).toMatchObject({ state: 'waiting' });
    expect(await store.of('T2').approvalsOf(null).waiting(10)).toEqual([]);
  });

  test('wait again when what was approved could not be carried out', async () => {
    const { approvals, ask } = await setUp(kind);
    const id = await ask();
    expect(await approvals.reopen(id)).toBe(false);
    await approvals.decide(id, 'U2', 'in-progress', 'a1');
    expect(await approvals.reopen(id)).toBe(true);
    expect(await approvals.reopen(id)).toBe(false);
    expect(await approvals.find(id)).toMatchObject({ state: 'waiting', decidedBy: null, carriedIn: null });
    expect(await approvals.decide(id, 'U3', 'declined')).toMatchObject({ decidedBy: 'U3' });
    expect(await approvals.reopen(id)).toBe(false);
  });

  test('that are in progress are listed after their expiry until they are carried out, and end with the account', async () => {
    const { approvals, ask, clock, other } = await setUp(kind);
    const [done, open, forgotten] = [await ask(), await ask(), await ask()];
    for (const id of [done, open, forgotten]) {
      expect(await approvals.decide(id, 'U2', 'in-progress', 'a1')).toMatchObject({ carriedIn: 'a1' });
    }
    await approvals.finish(done);
    clock.move(2 * HOUR);
    expect(await other.find(done)).toMatchObject({ state: 'approved', decidedBy: 'U2', carriedIn: 'a1' });
    expect((await other.waiting(9)).map(({ id }) => id).sort()).toEqual([open, forgotten].sort());
    expect(await approvals.decide(open, 'U3', 'declined')).toBeNull();
    await approvals.endAll();
    expect(await approvals.waiting(9)).toEqual([]);
    expect(await approvals.find(open)).toMatchObject({ state: 'waiting', decidedBy: null, carriedIn: null });
  });

  test('remember all their messages, and remind once, before they expire', async () => {
    const { approvals, ask, clock, other, store } = await setUp(kind);
    const id = await ask();
    const places = [
      { channel: 'C1', ts: '1.5', threadTs: '1.1' },
      { channel: 'D2', ts: '2.5', threadTs: null },
    ];
    for (const place of [...places, ...places]) await approvals.addPlace(id, place);
    expect(await other.places(id)).toEqual(places);
    const decided = await ask();
    await approvals.decide(decided, 'U2', 'declined');
    clock.move(HOUR * 0.75 - 1);
    expect(await store.approvals.takeReminders(null)).toEqual([]);
    clock.move(1);
    expect(await store.approvals.takeReminders('T2')).toEqual([]);
    expect(await store.approvals.takeReminders(null)).toEqual([{ tenantId: 'T1', id }]);
    expect(await store.approvals.takeReminders(null)).toEqual([]);
  });

  test('of another workspace are not there', async () => {
    const { approvals, ask, store } = await setUp(kind);
    const id = await ask();
    const foreign = store.of('T2').approvalsOf(null);
    expect(await foreign.find(id)).toBeNull();
    expect(await foreign.decide(id, 'U2', 'in-progress')).toBeNull();
    await foreign.addPlace(id, { channel: 'C9', ts: '9', threadTs: null });
    expect(await approvals.find(id)).toMatchObject({ state: 'waiting', place: null });
    await approvals.decide(id, 'U2', 'in-progress');
    expect(await foreign.reopen(id)).toBe(false);
    await foreign.finish(id);
    expect(await approvals.find(id)).toMatchObject({ state: 'in-progress' });
  });

  test('that this version cannot read are not there, and approved by nobody', async () => {
    const { approvals, ask, options } = await setUp(kind);
    const id = await ask();
    await runSql(options, `update approvals set document = '{"kind":"of tomorrow"}' returning id`);
    expect(await approvals.find(id)).toBeNull();
    expect(await approvals.decide(id, 'U2', 'in-progress')).toBeNull();
    expect(await runSql(options, 'select state from approvals')).toEqual([{ state: 'waiting' }]);
  });

  test('take a subject and a place that can be read again, and nothing else', async () => {
    const { approvals, ask, options } = await setUp(kind);
    await expect(approvals.open({ kind: 'delete', abilities: [] }, 'U1', HOUR)).rejects.toThrow(/"abilities"/);
    expect(await runSql(options, 'select id from approvals')).toEqual([]);
    await expect(approvals.addPlace(await ask(), { channel: '', ts: '1', threadTs: null })).rejects.toThrow(
      /"channel"/,
    );
  });

  test('go thirty days after they expired', async () => {
    const { approvals, ask, clock, store } = await setUp(kind);
    const id = await ask();
    clock.move(HOUR + 30 * DAY - 1);
    await store.expire({ history: 0, uploads: 0 });
    expect(await approvals.find(id)).not.toBeNull();
    const other = await ask();
    clock.move(1);
    await store.expire({ history: 0, uploads: 0 });
    expect(await approvals.find(id)).toBeNull();
    expect(await approvals.find(other)).not.toBeNull();
  });
});
