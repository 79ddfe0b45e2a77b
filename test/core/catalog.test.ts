import { describe, expect, test } from 'vitest';
import { type Catalog, countCatalog, joinCatalog, refTo } from '../../src/core/catalog.ts';
import { ability, installed } from './rows.ts';

const readAt = new Date('2025-01-01T12:00:00Z');
const states = ({ entries }: Catalog) => entries.map(({ name, state }) => [name, state]);

describe('joining the two lists', () => {
  test('by name, when the installed row carries no Ability ID', () => {
    const weather = ability({ id: 1, name: 'Weather', category: 'skill', description: 'Tells.', trigger_words: ['a'] });
    const row = installed({ id: 901, name: 'Weather', enabled: false, category: 'local', trigger_words: ['b'] });
    expect(joinCatalog([weather], [row], readAt)).toEqual({
      readAt,
      entries: [
        {
          name: 'Weather',
          state: 'disabled',
          category: 'local',
          description: 'Tells.',
          triggerWords: ['b'],
          ability: weather,
          installed: row,
        },
      ],
    });
  });

  test.each(['capability_id', 'ability_id'])('by the Ability ID in %s, regardless of the name', (field) => {
    const old = ability({ id: 1, name: 'Weather' });
    const renamed = ability({ id: 2, name: 'Forecast' });
    const catalog = joinCatalog([old, renamed], [installed({ name: 'Weather', [field]: 2 })], readAt);
    expect(catalog.entries.map(({ name, ability: joined }) => [name, joined?.id])).toEqual([
      ['Weather', 2],
      ['Weather', 1],
    ]);
  });

  test('a row whose Ability is gone is an orphan, even when its name is in use again', () => {
    const catalog = joinCatalog([ability({ id: 2 })], [installed({ capability_id: 1, enabled: true })], readAt);
    expect(states(catalog)).toEqual([
      ['Weather', 'orphan'],
      ['Weather', 'not-installed'],
    ]);
  });

  test('names are compared to the letter', () => {
    const catalog = joinCatalog([ability({ name: 'weather' })], [installed({ name: 'Weather' })], readAt);
    expect(states(catalog)).toEqual([
      ['weather', 'not-installed'],
      ['Weather', 'orphan'],
    ]);
  });

  test('two installed rows of one Ability stay two', () => {
    const rows = [installed({ id: 901, enabled: true }), installed({ id: 902, enabled: false })];
    expect(states(joinCatalog([ability()], rows, readAt))).toEqual([
      ['Weather', 'enabled'],
      ['Weather', 'disabled'],
    ]);
  });

  test('sorts by name as people do', () => {
    const names = ['zebra', 'Éclair', 'apple', 'Egg', 'Banana'];
    const abilities = names.map((name, id) => ability({ id, name }));
    expect(joinCatalog(abilities, [], readAt).entries.map(({ name }) => name)).toEqual([
      'apple',
      'Banana',
      'Éclair',
      'Egg',
      'zebra',
    ]);
  });

  test('fields in neither list are null', () => {
    const [entry] = joinCatalog([], [installed({ trigger_words: null })], readAt).entries;
    expect(entry).toMatchObject({ category: null, description: null, triggerWords: [], ability: null });
  });

  test('of nothing is nothing', () => {
    expect(joinCatalog([], [], readAt)).toEqual({ entries: [], readAt });
  });
});

test('counts each Ability once, and orphans apart', () => {
  const abilities = [ability({ id: 1, name: 'A' }), ability({ id: 2, name: 'B' }), ability({ id: 3, name: 'C' })];
  const rows = [
    installed({ id: 901, name: 'A', enabled: true }),
    installed({ id: 902, name: 'A', enabled: true }),
    installed({ id: 903, name: 'B', enabled: false }),
    installed({ id: 904, name: 'Gone', enabled: true }),
  ];
  const { entries } = joinCatalog(abilities, rows, readAt);
  expect(countCatalog({ entries })).toEqual({ onAccount: 3, installed: 2, enabled: 1, orphans: 1 });
});

test('refers to a row by the ID that it is switched by, else by the Ability', () => {
  const { entries } = joinCatalog([ability({ id: 1, name: 'A' })], [installed({ id: 901, name: 'B' })], readAt);
  expect(entries.map(refTo)).toEqual([
    { by: 'ability', id: 1 },
    { by: 'installed', id: 901 },
  ]);
});
