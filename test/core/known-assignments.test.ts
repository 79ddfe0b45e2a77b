import { AbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { changeLookup } from '../../src/core/changes.ts';
import { additionsIn, KnownAssignments } from '../../src/core/known-assignments.ts';
import { openTestStore } from '../store/stores.ts';
import { agent } from './rows.ts';

const ids = (...numbers: number[]) => numbers.map((number) => AbilityId.parse(number));
const [echo, nova] = [agent({ id: 1, name: 'Echo' }), agent({ id: 2, name: 'Nova' })];

const unexpected = (error: unknown) => {
  throw error;
};

async function setUp() {
  const { reopen, store } = await openTestStore('libsql');
  const assignments = new KnownAssignments(store.of('T1').assignments, unexpected);
  /** Like another process, or this one after a restart. */
  const another = async () => new KnownAssignments((await reopen()).of('T1').assignments, unexpected);
  return { assignments, another, store };
}

test('nothing is known until something is saved, and then of that Agent only', async () => {
  const { assignments } = await setUp();
  expect(await assignments.of(echo)).toEqual({ known: 'no' });
  await assignments.save(echo.id, ids(1, 2));
  expect(await assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [1, 2] });
  expect(await assignments.of(nova)).toEqual({ known: 'no' });
});

test('an empty list is known to be empty', async () => {
  const { assignments } = await setUp();
  await assignments.save(echo.id, []);
  expect(await assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [] });
});

test("the service's answer wins", async () => {
  const { assignments } = await setUp();
  await assignments.save(echo.id, ids(1));
  const told = agent({ id: 1, matching_capabilities: [] });
  const knownOf = await assignments.lookUp([told, nova]);
  expect(knownOf(told)).toEqual({ known: 'from-service', abilityIds: [] });
  expect(knownOf(nova)).toEqual({ known: 'no' });
});

test('the last save counts, until it is forgotten, in every process', async () => {
  const { assignments, another } = await setUp();
  const other = await another();
  await assignments.save(echo.id, ids(1));
  await other.save(echo.id, ids(2));
  for (const one of [assignments, other]) {
    expect(await one.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [2] });
  }
  await assignments.forget(echo.id);
  expect(await other.of(echo)).toEqual({ known: 'no' });
});

test('a deleted Ability goes from every Agent', async () => {
  const { assignments } = await setUp();
  const [first = AbilityId.parse(1), second = AbilityId.parse(2)] = ids(1, 2);
  await assignments.save(echo.id, [first, second]);
  await assignments.save(nova.id, [first]);
  await assignments.deleteAbility(first);
  expect(await assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [2] });
  expect(await assignments.of(nova)).toEqual({ known: 'from-last-save', abilityIds: [] });
});

test('a store that is down is reported, and leaves the list unknown, also when it is back with an old one', async () => {
  const { reopen, store } = await openTestStore('libsql');
  const book = (await reopen()).of('T1').assignments;
  let isAway = false;
  const told: unknown[] = [];
  // The real store, which can be made unavailable.
  const reach = async <T>(task: () => Promise<T>) => {
    if (isAway) throw new Error('away');
    return task();
  };
  const assignments = new KnownAssignments(
    {
      all: () => reach(() => book.all()),
      save: (...saved) => reach(() => book.save(...saved)),
      deleteAgent: (id) => reach(() => book.deleteAgent(id)),
      deleteAbility: (id) => reach(() => book.deleteAbility(id)),
    },
    (error) => told.push(error),
  );
  await assignments.save(echo.id, ids(1));
  await store.of('T1').assignments.save(nova.id, ids(1));
  isAway = true;
  expect(await assignments.of(nova)).toEqual({ known: 'no' });
  await assignments.forget(echo.id);
  await assignments.deleteAbility(AbilityId.parse(1));
  expect(told).toHaveLength(3);
  isAway = false;
  expect(await assignments.of(echo)).toEqual({ known: 'no' });
  await assignments.save(echo.id, ids(3));
  expect(await assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [3] });
});

test('of an unknown list, the additions of uploads are known, until it is saved or they are deleted', async () => {
  const [one, two] = [AbilityId.parse(1), AbilityId.parse(2)];
  const uploaded = (abilityId: AbilityId) => ({
    change: { kind: 'uploaded', abilityId, name: 'Any', how: 'new', addedTo: { id: echo.id, name: 'Echo' } } as const,
  });
  const saved = {
    change: { kind: 'assigned' as const, agentId: echo.id, agentName: 'Echo', before: null, after: [] },
  };
  const deleted = { change: { kind: 'deleted' as const, items: [{ id: one, name: 'Any' }] } };
  expect([...additionsIn([uploaded(two), uploaded(one)], changeLookup)]).toEqual([[echo.id, [two, one]]]);
  expect([...additionsIn([saved, uploaded(one)], changeLookup)]).toEqual([]);
  expect([...additionsIn([uploaded(two), saved, uploaded(one)], changeLookup)]).toEqual([[echo.id, [two]]]);
  expect([...additionsIn([deleted, uploaded(one)], changeLookup)]).toEqual([]);
  const { store } = await setUp();
  const additions = async () => additionsIn([uploaded(one)], changeLookup);
  const assignments = new KnownAssignments(store.of('T1').assignments, unexpected, additions);
  expect(await assignments.of(echo)).toEqual({ known: 'no', added: [one] });
  expect(await assignments.of(nova)).toEqual({ known: 'no' });
  await assignments.save(echo.id, [two]);
  expect(await assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [two] });
});
