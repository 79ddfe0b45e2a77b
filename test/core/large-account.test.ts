import { expect, test } from 'vitest';
import { type Catalog, type CatalogEntry, joinCatalog } from '../../src/core/catalog.ts';
import { createFinder, selectEntries } from '../../src/core/find.ts';
import { ALL_ABILITIES } from '../../src/core/list-query.ts';
import type { AbilityRef } from '../../src/core/references.ts';
import { ability, installed } from './rows.ts';

const SIZE = 5000;
/** More than a few reads of each row would mean work that grows faster than the account. */
const FEW = 8;

/** An account of that size that counts the reads of each row. */
function countedCatalog() {
  let looks = 0;
  const rows = Array.from({ length: SIZE }, (_, index) => index + 1);
  const joined = joinCatalog(
    rows.map((id) => ability({ id, name: `Ability ${id}` })),
    rows.map((id) => installed({ id: 100_000 + id, name: `Ability ${id}` })),
    new Date(0),
  );
  const look = (entry: CatalogEntry): CatalogEntry =>
    new Proxy(entry, {
      get: (target, key, receiver) => {
        looks += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  const catalog: Catalog = { ...joined, entries: joined.entries.map(look) };
  return { catalog, looks: () => looks };
}

test.each<[string, (id: number) => string]>([
  ['the name to the letter', (id) => `Ability ${id}`],
  ['the name as people read it', (id) => `ABILITY  ${id}`],
])('all are found by %s in one go through the list', (_how, nameOf) => {
  const { catalog, looks } = countedCatalog();
  const find = createFinder(catalog);
  for (let id = 1; id <= SIZE; id += 1) {
    const ref: AbilityRef = { by: 'name', name: nameOf(id) };
    expect(find(ref).ok).toBe(true);
  }
  expect(looks()).toBeLessThan(SIZE * FEW);
});

test('of many names that are not found, the first three get suggestions', () => {
  const { catalog } = countedCatalog();
  const find = createFinder(catalog);
  const suggested = ['Abilty 1', 'Abilty 2', 'Abilty 3', 'Abilty 4'].map((name) => {
    const found = find({ by: 'name', name });
    return !found.ok && found.refusal.why === 'no-such-ability' && found.refusal.suggestions.length;
  });
  expect(suggested).toEqual([3, 3, 3, 0]);
  expect(find({ by: 'name', name: 'Ability 5' }).ok).toBe(true);
});

test('a search looks at each once', () => {
  const { catalog, looks } = countedCatalog();
  const query = { ...ALL_ABILITIES, words: 'ability 49', category: null, state: 'enabled', sort: 'updated' } as const;
  expect(selectEntries(catalog, query).length).toBeGreaterThan(100);
  expect(looks()).toBeLessThan(SIZE * FEW);
});
