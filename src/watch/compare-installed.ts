import { compareNames } from '../core/catalog.ts';
import { fold } from '../core/suggest.ts';
import type { AccountChange } from './account-change.ts';
import { type AccountSnapshot, byId, type SeenInstalled } from './account-snapshot.ts';

/** What is different with installed Abilities, without those that came or went with their Ability. */
export function compareInstalled(before: AccountSnapshot, after: AccountSnapshot): AccountChange[] {
  const [had, has] = [byId(before.installed), byId(after.installed)];
  const [hadAbility, hasAbility] = [byId(before.abilities), byId(after.abilities)];
  const isTold = (abilityId: SeenInstalled['abilityId'], others: Map<number, unknown>) =>
    abilityId !== null && !others.has(abilityId);
  const rows = [...after.installed].sort(compareNames);
  const gone = before.installed.filter(({ id }) => !has.has(id)).sort(compareNames);
  const changed = rows.flatMap((row) => {
    const old = had.get(row.id);
    return old ? [{ old, row }] : [];
  });
  return [
    ...rows
      .filter(({ abilityId, id }) => !had.has(id) && !isTold(abilityId, hadAbility))
      .map(({ abilityId, enabled, id, name }): AccountChange => {
        return { kind: 'installed-new', installedId: id, abilityId, name, enabled };
      }),
    ...gone
      .filter(({ abilityId }) => !isTold(abilityId, hasAbility))
      .map(({ abilityId, id, name }): AccountChange => ({ kind: 'installed-gone', installedId: id, abilityId, name })),
    ...changed
      .filter(({ old, row }) => old.enabled !== row.enabled)
      .map(({ row: { enabled, id, name } }): AccountChange => {
        return { kind: enabled ? 'enabled' : 'disabled', installedId: id, name };
      }),
    ...changed.flatMap(({ old, row }) => compareWords(old, row)),
  ];
}

/** As people read words: order, doubles, case and spacing do not count. */
function compareWords({ triggerWords: before }: SeenInstalled, row: SeenInstalled): AccountChange[] {
  const { id, name, triggerWords: after } = row;
  const [added, removed] = [without(after, before), without(before, after)];
  if (added.length + removed.length === 0) return [];
  return [{ kind: 'trigger-words', installedId: id, name, added, removed }];
}

function without(words: readonly string[], others: readonly string[]): string[] {
  const toTheLetter = new Set(others);
  const missing = words.filter((word) => !toTheLetter.has(word));
  if (missing.length === 0) return [];
  const folded = new Set(others.map(fold));
  return [...new Map(missing.map((word) => [fold(word), word]))].flatMap(([key, word]) =>
    folded.has(key) ? [] : word,
  );
}
