import { compareNames } from '../core/catalog.ts';
import type { AccountChange } from './account-change.ts';
import { type AccountSnapshot, byId } from './account-snapshot.ts';
import { groupBy } from './group-by.ts';

/** What is there several times in `after`, and was not in `before`. */
export function findNewDuplicates(before: AccountSnapshot, after: AccountSnapshot): AccountChange[] {
  const abilities = byId(after.abilities);
  const namesakes = newGroups(before.abilities, after.abilities, ({ name }) => name);
  const twice = newGroups(before.installed, after.installed, ({ abilityId }) => abilityId);
  return [
    ...namesakes
      .map(([name, rows]) => ({ kind: 'duplicate-name' as const, name, abilityIds: rows.map(({ id }) => id) }))
      .sort(compareNames),
    ...twice
      .flatMap(([abilityId, rows]) => {
        if (abilityId === null) return [];
        const name = abilities.get(abilityId)?.name ?? rows[0]?.name ?? '';
        return [{ kind: 'duplicate-installed' as const, abilityId, name, installedIds: rows.map(({ id }) => id) }];
      })
      .sort(compareNames),
  ];
}

/** The groups of two and more in `after` of which `before` had one at most. */
function newGroups<T, K>(before: readonly T[], after: readonly T[], keyOf: (row: T) => K): [K, T[]][] {
  const had = groupBy(before, keyOf);
  return [...groupBy(after, keyOf)].filter(([key, rows]) => rows.length > 1 && (had.get(key)?.length ?? 0) < 2);
}
