import { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import { joinCatalog } from '../../src/core/catalog.ts';
import { findAbility } from '../../src/core/find.ts';
import type { AbilityRef } from '../../src/core/references.ts';
import { ability, installed } from './rows.ts';

const catalog = joinCatalog(
  [
    ability({ id: 1, name: 'Weather' }),
    ability({ id: 2, name: 'News' }),
    ability({ id: 3, name: 'news' }),
    ability({ id: 4, name: 'Timer' }),
    ability({ id: 5, name: '6' }),
    ability({ id: 6, name: 'Night  Watch' }),
  ],
  [
    installed({ id: 901, name: 'Weather' }),
    // The same number as an Ability: the two kinds of ID must never be mixed.
    installed({ id: 1, name: 'Timer' }),
    installed({ id: 902, name: 'Timer' }),
    installed({ id: 903, name: 'Jukebox' }),
  ],
  new Date(0),
);

/** IDs of the match: the Ability's and the installed Ability's. */
function find(ref: AbilityRef) {
  const found = findAbility(catalog, ref);
  return found.ok ? [found.entry.ability?.id ?? null, found.entry.installed?.id ?? null] : found.refusal;
}
const named = (name: string): AbilityRef => ({ by: 'name', name });
const byAbility = (id: number): AbilityRef => ({ by: 'ability', id: AbilityId.parse(id) });
const byInstalled = (id: number): AbilityRef => ({ by: 'installed', id: InstalledAbilityId.parse(id) });

test.each([
  ['its name', named('Weather'), [1, 901]],
  ['its name in another case', named('WEATHER'), [1, 901]],
  ['its name to the letter, before those that read alike', named('news'), [3, null]],
  ['its name with other spacing', named('night watch'), [6, null]],
  ['a name of digits, which is no ID', named('6'), [5, null]],
  ['the ID of the Ability', byAbility(1), [1, 901]],
  ['the ID of the installed one', byInstalled(1), [4, 1]],
  ['the name of an orphan', named('Jukebox'), [null, 903]],
])('finds an Ability by %s', (_how, ref, ids) => {
  expect(find(ref)).toEqual(ids);
});

test.each([
  [named('NEWS'), 'NEWS', ['news', 'News']],
  [named('Timer'), 'Timer', ['Timer', 'Timer']],
  [byAbility(4), 'id:4', ['Timer', 'Timer']],
])('when several fit %j, nobody guesses', (ref, asked, names) => {
  const candidates = names.map((name) => ({ name }));
  expect(find(ref)).toMatchObject({ why: 'several-abilities', asked, candidates });
});

test.each([
  [named('Wether'), 'Wether', ['Weather']],
  [named('Timr'), 'Timr', ['Timer']],
  [named('xyzzy'), 'xyzzy', []],
  [byAbility(901), 'id:901', []],
  [byInstalled(2), 'installed:2', []],
])('when none fits %j, it says what is near', (ref, asked, suggestions) => {
  expect(find(ref)).toEqual({ why: 'no-such-ability', asked, suggestions });
});

test.each([
  ['Weather Night Watch', ['Weather', 'Night  Watch'], 'all'],
  ['weather and night watch; jukebox', ['Weather', 'Night  Watch', 'Jukebox'], 'all'],
  ['Weather Timr', ['Weather'], 'some'],
  ['Weather', [1, 901], undefined],
  ['Weatherman', ['Weather'], undefined],
])('names without a comma between them are told apart: %s', (name, suggestions, joined) => {
  const found = find(named(name));
  if (Array.isArray(found)) expect(found).toEqual(suggestions);
  else expect(found).toEqual({ why: 'no-such-ability', asked: name, suggestions, ...(joined ? { joined } : {}) });
});

describe('a number alone', () => {
  const numbered = joinCatalog(
    [ability({ id: 6001, name: 'Weather' }), ability({ id: 77, name: 'News' })],
    [installed({ id: 77, name: 'Weather' })],
    new Date(0),
  );

  test.each([
    ['6001', [{ ref: 'id:6001', name: 'Weather' }]],
    ['#6001', [{ ref: 'id:6001', name: 'Weather' }]],
    [
      '77',
      [
        { ref: 'id:77', name: 'News' },
        { ref: 'installed:77', name: 'Weather' },
      ],
    ],
    ['5', undefined],
  ])('%s is no ID, and what bears it is named', (name, expected) => {
    const found = findAbility(numbered, { by: 'name', name });
    expect(found.ok ? null : found.refusal).toMatchObject({ why: 'no-such-ability' });
    expect(found).toHaveProperty(expected ? 'refusal.numbered' : 'refusal.asked', expected ?? '5');
  });
});
