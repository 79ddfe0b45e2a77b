import { describe, expect, test } from 'vitest';
import { type AccountSnapshot, compareAccounts } from '../../src/watch/compare.ts';
import { SMALL, seenAbility, seenAgent, seenInstalled, snapshot, WEATHER_ROW } from './snapshots.ts';

const changesTo = (changed: Partial<AccountSnapshot>) => compareAccounts(SMALL, { ...SMALL, ...changed });

test('the same account is not different', () => {
  expect(changesTo({})).toEqual([]);
});

describe('Abilities', () => {
  test('that came and went, and those that are called otherwise', () => {
    const abilities = [seenAbility(2, 'Wireless'), seenAbility(3, 'Tides'), seenAbility(4, 'Aurora')];
    expect(changesTo({ abilities, installed: [] })).toEqual([
      { kind: 'ability-new', abilityId: 4, name: 'Aurora', installed: null },
      { kind: 'ability-new', abilityId: 3, name: 'Tides', installed: null },
      { kind: 'ability-gone', abilityId: 1, name: 'Weather' },
      { kind: 'ability-renamed', abilityId: 2, before: 'Radio', after: 'Wireless' },
    ]);
  });

  test('that come installed are told once', () => {
    const abilities = [...SMALL.abilities, seenAbility(3, 'Tides')];
    const installed = [WEATHER_ROW, seenInstalled(903, 3, 'Tides', { enabled: false })];
    expect(changesTo({ abilities, installed })).toEqual([
      { kind: 'ability-new', abilityId: 3, name: 'Tides', installed: { id: 903, enabled: false } },
    ]);
  });

  test('that go, and leave their installed record, are told once; the record when it goes too', () => {
    const left = snapshot({
      abilities: [seenAbility(2, 'Radio')],
      installed: [{ ...WEATHER_ROW, abilityId: null }],
      agents: SMALL.agents,
    });
    expect(compareAccounts(SMALL, left)).toEqual([{ kind: 'ability-gone', abilityId: 1, name: 'Weather' }]);
    expect(compareAccounts(left, { ...left, installed: [] })).toEqual([
      { kind: 'installed-gone', installedId: 901, abilityId: null, name: 'Weather' },
    ]);
  });
});

describe('installed Abilities', () => {
  test('that came and went', () => {
    expect(changesTo({ installed: [seenInstalled(902, 2, 'Radio')] })).toEqual([
      { kind: 'installed-new', installedId: 902, abilityId: 2, name: 'Radio', enabled: true },
      { kind: 'installed-gone', installedId: 901, abilityId: 1, name: 'Weather' },
    ]);
  });

  test('that were switched', () => {
    const off = { ...SMALL, installed: [{ ...WEATHER_ROW, enabled: false }] };
    expect(compareAccounts(SMALL, off)).toEqual([{ kind: 'disabled', installedId: 901, name: 'Weather' }]);
    expect(compareAccounts(off, SMALL)).toEqual([{ kind: 'enabled', installedId: 901, name: 'Weather' }]);
  });

  test.each([
    ['others', ['rain', 'storm', 'hail'], ['storm', 'hail'], ['snow']],
    ['none', [], [], ['rain', 'snow']],
    ['one that is written otherwise beside one that is new', ['RAIN', 'snow', 'hail'], ['hail'], []],
  ])('that have %s as trigger words', (_which, triggerWords, added, removed) => {
    expect(changesTo({ installed: [{ ...WEATHER_ROW, triggerWords }] })).toEqual([
      { kind: 'trigger-words', installedId: 901, name: 'Weather', added, removed },
    ]);
  });

  test('whose trigger words only stand or are written otherwise are as they were', () => {
    expect(changesTo({ installed: [{ ...WEATHER_ROW, triggerWords: ['Snow', 'snow', ' rain '] }] })).toEqual([]);
  });
});

describe('duplicates', () => {
  const namesakes = [...SMALL.abilities, seenAbility(3, 'Weather')];
  const twice = [WEATHER_ROW, seenInstalled(902, 1, 'Weather')];

  test('are told with what makes them', () => {
    expect(changesTo({ abilities: namesakes, installed: twice })).toEqual([
      { kind: 'ability-new', abilityId: 3, name: 'Weather', installed: null },
      { kind: 'installed-new', installedId: 902, abilityId: 1, name: 'Weather', enabled: true },
      { kind: 'duplicate-name', name: 'Weather', abilityIds: [1, 3] },
      { kind: 'duplicate-installed', abilityId: 1, name: 'Weather', installedIds: [901, 902] },
    ]);
  });

  test('are told once, and again when they are there again', () => {
    const before = { ...SMALL, abilities: namesakes, installed: twice };
    const more = {
      ...before,
      abilities: [...namesakes, seenAbility(4, 'Weather')],
      installed: [...twice, seenInstalled(903, 1, 'Weather')],
    };
    const kinds = (some: AccountSnapshot, other: AccountSnapshot) =>
      compareAccounts(some, other).map(({ kind }) => kind);
    expect(kinds(before, more)).toEqual(['ability-new', 'installed-new']);
    expect(kinds(before, SMALL)).toEqual(['ability-gone', 'installed-gone']);
    expect(kinds(SMALL, before)).toContain('duplicate-name');
  });

  test('of records without an Ability are none', () => {
    const orphans = [WEATHER_ROW, seenInstalled(905, null, 'Old'), seenInstalled(906, null, 'Old')];
    expect(changesTo({ installed: orphans }).map(({ kind }) => kind)).toEqual(['installed-new', 'installed-new']);
  });
});

test('Agents that came and went', () => {
  expect(changesTo({ agents: [seenAgent(302, 'Nova')] })).toEqual([
    { kind: 'agent-new', agentId: 302, name: 'Nova' },
    { kind: 'agent-gone', agentId: 301, name: 'Echo' },
  ]);
});
