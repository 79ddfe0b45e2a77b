import { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { AssignmentResult } from '../../src/core/features/assign/change-assignment.ts';
import { ALL_ABILITIES } from '../../src/core/list-query.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { changeOf } from '../../src/core/registry.ts';
import { NotFoundError } from '../../src/service/errors.ts';
import { agent } from './rows.ts';

const [one, two, three] = [AbilityId.parse(1), AbilityId.parse(2), AbilityId.parse(3)];
const [first, second] = [InstalledAbilityId.parse(901), InstalledAbilityId.parse(902)];
const error = new NotFoundError({ endpoint: 'switch installed Ability', status: 404, detail: null });

const toggled = { kind: 'toggled', id: first, name: 'Weather', enabled: false, triggerWords: 'kept' } as const;
const saved: Outcome = {
  kind: 'triggers-saved',
  id: first,
  name: 'Weather',
  difference: { before: ['a', 'b'], after: ['b', 'c'], added: ['c'], removed: ['a'], kept: ['b'] },
};
const assigned = (result: Partial<AssignmentResult>): Outcome => ({
  kind: 'assigned',
  result: {
    agent: agent({ id: 301, name: 'Echo' }),
    abilityIds: [one, two],
    abilityNames: ['A', 'B'],
    before: [one],
    change: { added: ['B'], removed: [] },
    confirmed: 'yes',
    ...result,
  },
});

describe('what is kept', () => {
  test.each<[string, Outcome, object]>([
    ['a switch', toggled, { kind: 'toggled', items: [{ id: first, name: 'Weather', enabled: false }] }],
    [
      'of several switches, those that were made',
      {
        kind: 'toggled-several',
        enabled: true,
        results: [
          { kind: 'toggled', id: first, name: 'Weather' },
          { kind: 'unchanged', id: second, name: 'News' },
          { kind: 'trouble', id: second, name: 'Timer', error, effect: 'unknown' },
        ],
      },
      { kind: 'toggled', items: [{ id: first, name: 'Weather', enabled: true }] },
    ],
    [
      'words before and after',
      saved,
      { kind: 'triggers', id: first, name: 'Weather', before: ['a', 'b'], after: ['b', 'c'] },
    ],
    [
      'a list before and after',
      assigned({}),
      {
        kind: 'assigned',
        agentId: 301,
        agentName: 'Echo',
        before: [one],
        after: [one, two],
        added: [{ id: two, name: 'B' }],
      },
    ],
    [
      'a list that nobody can read back, and that was not known before',
      assigned({ before: null, change: null, confirmed: 'unknown' }),
      {
        kind: 'assigned',
        agentId: 301,
        agentName: 'Echo',
        before: null,
        after: [one, two],
        added: [
          { id: one, name: 'A' },
          { id: two, name: 'B' },
        ],
      },
    ],
    [
      'a deletion',
      { kind: 'deleted', id: one, name: 'Weather' },
      { kind: 'deleted', items: [{ id: one, name: 'Weather' }] },
    ],
    [
      'a deletion, with its installed record',
      { kind: 'deleted', id: one, name: 'Weather', installedIds: [first] },
      { kind: 'deleted', items: [{ id: one, name: 'Weather', installedIds: [first] }] },
    ],
    [
      'of several deletions, those that happened',
      {
        kind: 'deleted-several',
        results: [
          { id: one, name: 'Weather', fate: 'deleted' },
          { id: two, name: 'News', fate: 'unknown' },
          { id: three, name: null, fate: 'gone-already' },
        ],
      },
      { kind: 'deleted', items: [{ id: one, name: 'Weather' }] },
    ],
    [
      'what taking something back did, which can be taken back itself',
      { kind: 'undone', changeId: '0123456789abcdef', isRedo: false, shared: null, of: toggled },
      { kind: 'toggled', takesBack: '0123456789abcdef', items: [{ id: first, name: 'Weather', enabled: false }] },
    ],
  ])('%s', (_what, outcome, change) => {
    expect(changeOf(outcome)).toEqual(change);
  });
});

describe('what changed nothing, or nobody knows', () => {
  test.each<[string, Outcome]>([
    [
      'a list of Abilities',
      { kind: 'list', catalog: { entries: [], readAt: new Date(0) }, query: ALL_ABILITIES, found: [] },
    ],
    ['a switch that was so already', { kind: 'unchanged', id: first, name: 'Weather', enabled: true }],
    [
      'several of them',
      { kind: 'toggled-several', enabled: true, results: [{ kind: 'unchanged', id: first, name: 'A' }] },
    ],
    ['words that were so already', { kind: 'triggers-unchanged', id: first, name: 'Weather' }],
    ['a list that is the same in another order', assigned({ before: [two, one] })],
    ['a list that did not arrive', assigned({ confirmed: 'no' })],
    ['a deletion that may still come', { kind: 'maybe-deleted', id: one, name: 'Weather' }],
    ['one that did not happen', { kind: 'still-there', id: one, name: 'Weather' }],
    ['several that did not', { kind: 'deleted-several', results: [{ id: one, name: 'A', fate: 'still-there' }] }],
    ['trouble', { kind: 'trouble', error, effect: 'unknown' }],
  ])('%s', (_what, outcome) => {
    expect(changeOf(outcome)).toBeNull();
  });
});
