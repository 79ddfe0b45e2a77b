import type { Ability, AbilityId, InstalledAbility } from '../contract/index.ts';
import type { AbilityRef } from './ref.ts';

export type AbilityState = 'enabled' | 'disabled' | 'not-installed' | 'orphan';

/** One row of the joined view: an Ability of the account, an installed Ability, or both. */
export interface CatalogEntry {
  name: string;
  state: AbilityState;
  category: string | null;
  description: string | null;
  triggerWords: string[];
  /** Null for an orphan: an installed record that outlived its Ability. */
  ability: Ability | null;
  /** Null when the Ability is not installed. */
  installed: InstalledAbility | null;
}

/** Both lists of the account, joined and sorted by name. Shared by all who look at the same time. */
export interface Catalog {
  readonly entries: readonly CatalogEntry[];
  readonly readAt: Date;
}

/**
 * Joins the list of Abilities with the list of installed ones: by Ability ID where the row carries one, else by name,
 * which the service keeps unique on the account. An Ability that says it is not installed adopts no record by name: that
 * record belongs to an Ability of the same name that was deleted. Two installed records of one Ability give two rows, so that a
 * duplicate is seen instead of hidden.
 */
export function joinCatalog(
  abilities: readonly Ability[],
  installed: readonly InstalledAbility[],
  readAt: Date,
): Catalog {
  const byId = new Map(abilities.map((ability) => [ability.id, ability]));
  const adoptable = abilities.filter(({ isInstalled }) => isInstalled !== false);
  const byName = new Map(adoptable.map((ability) => [ability.name, ability]));
  const joined = new Set<AbilityId>();
  const entries = installed.map((row) => {
    const ability = (row.abilityId === null ? byName.get(row.name) : byId.get(row.abilityId)) ?? null;
    if (ability) joined.add(ability.id);
    return installedEntry(row, ability);
  });
  for (const ability of abilities) if (!joined.has(ability.id)) entries.push(uninstalledEntry(ability));
  return { entries: entries.sort(compareNames), readAt };
}

const { compare } = new Intl.Collator();
/** In the order in which people look for names. */
export const compareNames = (a: { name: string }, b: { name: string }): number => compare(a.name, b.name);

function installedEntry(row: InstalledAbility, ability: Ability | null): CatalogEntry {
  return {
    name: row.name,
    state: ability ? (row.enabled ? 'enabled' : 'disabled') : 'orphan',
    category: row.category ?? ability?.category ?? null,
    description: ability?.description ?? null,
    triggerWords: row.triggerWords,
    ability,
    installed: row,
  };
}

function uninstalledEntry(ability: Ability): CatalogEntry {
  const { name, category, description, triggerWords } = ability;
  return { name, state: 'not-installed', category, description, triggerWords, ability, installed: null };
}

export interface CatalogCounts {
  onAccount: number;
  installed: number;
  enabled: number;
}

/** Orphans are installed, but no longer on the account. */
export function countCatalog({ entries }: Catalog): CatalogCounts {
  return {
    onAccount: new Set(entries.flatMap(({ ability }) => (ability ? [ability.id] : []))).size,
    installed: entries.filter(({ installed }) => installed).length,
    enabled: entries.filter(({ state }) => state === 'enabled').length,
  };
}

/** The reference that means exactly this entry, whatever is renamed meanwhile. */
export function refTo(entry: CatalogEntry): AbilityRef {
  if (entry.installed) return { by: 'installed', id: entry.installed.id };
  if (entry.ability) return { by: 'ability', id: entry.ability.id };
  return { by: 'name', name: entry.name };
}
