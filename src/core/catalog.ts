import {
  type Ability,
  type AbilityId,
  type InstalledAbility,
  type LeftOutRow,
  leftOutOf,
} from '@abilities-bot/service-api';
import type { AbilityRef } from './references.ts';

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
  /** Null if the Ability is not installed. */
  installed: InstalledAbility | null;
}

/** The account's Abilities joined with the installed ones, sorted by name. Shared between concurrent requests. */
export interface Catalog {
  readonly entries: readonly CatalogEntry[];
  readonly readAt: Date;
  /** Number of Abilities omitted because the service sent them in an unreadable form. */
  readonly unread?: number;
}

/**
 * Joins the list of Abilities with the list of installed ones: by Ability ID if the row has one, else by name, which is
 * unique on the account. An Ability that is listed as not installed is never joined by name: a record with its name
 * belongs to a deleted Ability. Two installed records of one Ability produce two rows, which makes the duplicate
 * visible. An Ability that is readable in only one list is omitted, because it could be installed or an orphan.
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
  const unread = { abilities: leftOutOf(abilities), installed: leftOutOf(installed) };
  const count = countUnread([...unread.abilities, ...unread.installed]);
  if (count === 0) return { entries: entries.sort(compareNames), readAt };
  return { entries: entries.filter((entry) => !isHalfRead(entry, unread)).sort(compareNames), readAt, unread: count };
}

/** Counts an Ability once, even if both of its records are unreadable. */
function countUnread(rows: readonly LeftOutRow[]): number {
  const names = rows.map(({ name }) => name);
  return new Set(names.filter((name) => name !== null)).size + names.filter((name) => name === null).length;
}

/** True if the other record of an entry may be unreadable. */
function isHalfRead(
  { ability, installed, name }: CatalogEntry,
  unread: { abilities: readonly LeftOutRow[]; installed: readonly LeftOutRow[] },
): boolean {
  if (installed && !ability) {
    const { abilityId } = installed;
    return unread.abilities.some((row) =>
      abilityId !== null && row.id !== null ? row.id === abilityId : row.name === null || row.name === name,
    );
  }
  if (installed || !ability || ability.isInstalled === false) return false;
  // An unnamed row can only belong to an Ability that is listed as installed.
  return unread.installed.some((row) => (row.name === null ? ability.isInstalled === true : row.name === name));
}

const { compare } = new Intl.Collator();
/** Compares names in locale order. */
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

const RANKS: Record<AbilityState, number> = { enabled: 0, disabled: 0, 'not-installed': 1, orphan: 2 };

/**
 * Sorts by installed, not installed, orphaned; stable within each group. Enabled and disabled Abilities are one group,
 * so that toggling moves no row.
 */
export const installedFirst = (entries: readonly CatalogEntry[]): CatalogEntry[] =>
  entries.toSorted((a, b) => RANKS[a.state] - RANKS[b.state]);

/** Every displayed number of Abilities is one of these. */
export interface CatalogCounts {
  /** Abilities on the account, installed or not. */
  onAccount: number;
  /** How many of those are installed. */
  installed: number;
  /** How many of those are enabled. */
  enabled: number;
  /** Installed records whose Ability is no longer listed. The other numbers don't include them. */
  orphans: number;
}

/** Counts each Ability once, even if it has two installed records. */
export function countCatalog({ entries }: Pick<Catalog, 'entries'>): CatalogCounts {
  const count = (counts: (entry: CatalogEntry) => boolean) =>
    new Set(entries.filter(counts).flatMap(({ ability }) => ability?.id ?? [])).size;
  return {
    onAccount: count(() => true),
    installed: count(({ installed }) => installed !== null),
    enabled: count(({ state }) => state === 'enabled'),
    orphans: entries.filter(({ state }) => state === 'orphan').length,
  };
}

/** A reference to exactly this entry, even after a rename. */
export function refTo(entry: CatalogEntry): AbilityRef {
  if (entry.installed) return { by: 'installed', id: entry.installed.id };
  if (entry.ability) return { by: 'ability', id: entry.ability.id };
  return { by: 'name', name: entry.name };
}
