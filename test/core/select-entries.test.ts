import { describe, expect, test } from 'vitest';
import { joinCatalog } from '../../src/core/catalog.ts';
import { selectEntries } from '../../src/core/find.ts';
import { ALL_ABILITIES, type ListQuery } from '../../src/core/list-query.ts';
import { ability, installed } from './rows.ts';

const catalog = joinCatalog(
  [
    ability({ id: 1, name: 'Weather', category: 'skill', description: 'Tells the weather.', trigger_words: ['rain'] }),
    ability({
      id: 2,
      name: 'Café Finder',
      category: 'skill',
      trigger_words: null,
      last_updated: '2025-03-02T00:00:00Z',
    }),
    ability({
      id: 3,
      name: 'Night Watch',
      category: 'background_daemon',
      trigger_words: null,
      last_updated: '2025-03-01T00:00:00Z',
    }),
    ability({ id: 4, name: 'Lights', category: null, trigger_words: null, last_updated: 'yesterday' }),
  ],
  [
    installed({ id: 901, name: 'Weather', enabled: false, trigger_words: ['will it rain', 'Snow'] }),
    installed({ id: 902, name: 'Night Watch', trigger_words: ['guard'], last_updated: '2025-03-03T00:00:00Z' }),
    installed({ id: 903, name: 'Jukebox', trigger_words: null }),
  ],
  new Date(0),
);
const names = (query: Partial<ListQuery>) =>
  selectEntries(catalog, { ...ALL_ABILITIES, ...query }).map(({ name }) => name);
const ALL = ['Night Watch', 'Weather', 'Café Finder', 'Lights', 'Jukebox'];

test('all of them, on any page', () => {
  expect(names({})).toEqual(ALL);
  expect(names({ page: 7 })).toEqual(ALL);
});

describe('words', () => {
  test.each([
    ['weath', ['Weather']],
    ['WATCH', ['Night Watch']],
    ['cafe\u0301', ['Café Finder']],
    ['tells', ['Weather']],
    ['daemon', ['Night Watch']],
    // The installed Ability's words are the ones that fire.
    ['snow', ['Weather']],
    ['tells snow', ['Weather']],
    ['night tells', []],
    // Never across two fields.
    ['weathertells', []],
    ['xyzzy', []],
    ['\u200b', ALL],
  ])('%j', (words, found) => {
    expect(names({ words })).toEqual(found);
  });
});

test('by category and by state', () => {
  expect(names({ category: 'skill' })).toEqual(['Weather', 'Café Finder']);
  expect(names({ category: 'brain_skill' })).toEqual([]);
  expect(names({ state: 'enabled' })).toEqual(['Night Watch']);
  expect(names({ state: 'disabled' })).toEqual(['Weather']);
  expect(names({ state: 'not-installed' })).toEqual(['Café Finder', 'Lights']);
  expect(names({ state: 'orphan' })).toEqual(['Jukebox']);
  expect(names({ category: 'skill', state: 'disabled', words: 'rain' })).toEqual(['Weather']);
});

test('by name alone', () => {
  expect(names({ sort: 'name' })).toEqual(['Café Finder', 'Jukebox', 'Lights', 'Night Watch', 'Weather']);
});

test('in the order of the states, each by name', () => {
  expect(names({ sort: 'state' })).toEqual(['Night Watch', 'Weather', 'Café Finder', 'Lights', 'Jukebox']);
});

test('the newest first, by the later of both records; those of unknown age last', () => {
  expect(names({ sort: 'updated' })).toEqual(['Night Watch', 'Café Finder', 'Jukebox', 'Lights', 'Weather']);
});

test('the catalog stays as it is', () => {
  const before = [...catalog.entries];
  names({ sort: 'updated' });
  names({ sort: 'state' });
  expect(catalog.entries).toEqual(before);
});
