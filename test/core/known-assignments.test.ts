import { expect, test } from 'vitest';
import { AbilityId } from '../../src/contract/index.ts';
import { KnownAssignments } from '../../src/core/known-assignments.ts';
import { agent } from './rows.ts';

const ids = (...numbers: number[]) => numbers.map((number) => AbilityId.parse(number));
const [echo, nova] = [agent({ id: 1, name: 'Echo' }), agent({ id: 2, name: 'Nova' })];

test('nothing is known until something is saved, and then of that Agent only', () => {
  const assignments = new KnownAssignments();
  expect(assignments.of(echo)).toEqual({ known: 'no' });
  assignments.save(echo.id, ids(1, 2));
  expect(assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [1, 2] });
  expect(assignments.of(nova)).toEqual({ known: 'no' });
});

test('an empty list is known to be empty', () => {
  const assignments = new KnownAssignments();
  assignments.save(echo.id, []);
  expect(assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [] });
});

test('what the service tells wins', () => {
  const assignments = new KnownAssignments();
  assignments.save(echo.id, ids(1));
  const told = agent({ id: 1, matching_capabilities: [] });
  expect(assignments.of(told)).toEqual({ known: 'from-service', abilityIds: [] });
});

test('the last save counts, until it is forgotten', () => {
  const assignments = new KnownAssignments();
  assignments.save(echo.id, ids(1));
  assignments.save(echo.id, ids(2));
  expect(assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [2] });
  assignments.forget(echo.id);
  expect(assignments.of(echo)).toEqual({ known: 'no' });
});

test('a deleted Ability goes from every Agent', () => {
  const assignments = new KnownAssignments();
  const [first = AbilityId.parse(1), second = AbilityId.parse(2)] = ids(1, 2);
  assignments.save(echo.id, [first, second]);
  assignments.save(nova.id, [first]);
  assignments.drop(first);
  expect(assignments.of(echo)).toEqual({ known: 'from-last-save', abilityIds: [2] });
  expect(assignments.of(nova)).toEqual({ known: 'from-last-save', abilityIds: [] });
});
