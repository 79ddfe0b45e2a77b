import {
  type Ability,
  AbilityId,
  type Agent,
  AgentId,
  type InstalledAbility,
  InstalledAbilityId,
} from '@abilities-bot/service-api';
import * as z from 'zod';
import { compareNames, joinCatalog } from '../core/catalog.ts';
import { fold } from '../core/text-matching.ts';
import type { ServiceClient } from '../service/client.ts';

/** A difference between two snapshots of an account. Names are from the later snapshot if possible. */
export type AccountChange =
  /** `installed` is null if the Ability is not installed. */
  | {
      kind: 'ability-new';
      abilityId: AbilityId;
      name: string;
      installed: { id: InstalledAbilityId; enabled: boolean } | null;
    }
  /** The Ability's installed record may or may not be gone too. */
  | { kind: 'ability-gone'; abilityId: AbilityId; name: string }
  | { kind: 'ability-renamed'; abilityId: AbilityId; before: string; after: string }
  /** `abilityId` is null for an orphan. */
  | {
      kind: 'installed-new';
      installedId: InstalledAbilityId;
      abilityId: AbilityId | null;
      name: string;
      enabled: boolean;
    }
  | { kind: 'installed-gone'; installedId: InstalledAbilityId; abilityId: AbilityId | null; name: string }
  | { kind: 'enabled' | 'disabled'; installedId: InstalledAbilityId; name: string }
  | { kind: 'trigger-words'; installedId: InstalledAbilityId; name: string; added: string[]; removed: string[] }
  | { kind: 'duplicate-name'; name: string; abilityIds: AbilityId[] }
  | { kind: 'duplicate-installed'; abilityId: AbilityId; name: string; installedIds: InstalledAbilityId[] }
  | { kind: 'agent-new' | 'agent-gone'; agentId: AgentId; name: string };

const SeenAbility = z.object({ id: AbilityId, name: z.string() });
const SeenAgent = z.object({ id: AgentId, name: z.string() });
const SeenInstalled = z.object({
  id: InstalledAbilityId,
  /** Null for an orphan: an installed record that outlived its Ability. */
  abilityId: AbilityId.nullable(),
  name: z.string(),
  enabled: z.boolean(),
  triggerWords: z.array(z.string()),
});
export type SeenInstalled = z.infer<typeof SeenInstalled>;

/** A snapshot of an account, limited to reportable facts. Its order is always the same. */
export const AccountSnapshot = z.object({
  abilities: z.array(SeenAbility),
  installed: z.array(SeenInstalled),
  agents: z.array(SeenAgent),
});
export type AccountSnapshot = z.infer<typeof AccountSnapshot>;

export type AccountLists = Pick<ServiceClient, 'listAbilities' | 'listAgents' | 'listInstalledAbilities'>;

/** The lists as returned by the service. */
export interface ReadLists {
  abilities: readonly Ability[];
  installed: readonly InstalledAbility[];
  agents: readonly Agent[];
}

/**
 * Reads the lists in parallel, so they may be inconsistent if something changes in the meantime.
 * @throws service errors.
 */
export async function readLists(service: AccountLists): Promise<ReadLists> {
  const [abilities, installed, agents] = await Promise.all([
    service.listAbilities(),
    service.listInstalledAbilities(),
    service.listAgents(),
  ]);
  return { abilities, installed, agents };
}

export function snapshotOf({ abilities, agents, installed }: ReadLists): AccountSnapshot {
  const { entries } = joinCatalog(abilities, installed, new Date(0));
  const rows = entries.flatMap(({ ability, installed: row }) => (row ? [{ ability, row }] : []));
  return {
    abilities: inOrder(abilities.map(({ id, name }) => ({ id, name }))),
    installed: inOrder(
      rows.map(({ ability, row: { enabled, id, name, triggerWords } }) => {
        return { id, abilityId: ability?.id ?? null, name, enabled, triggerWords: [...triggerWords].sort() };
      }),
    ),
    agents: inOrder(agents.map(({ id, name }) => ({ id, name }))),
  };
}

/** Sorts by ID, and removes duplicates. */
const inOrder = <T extends { id: number }>(rows: readonly T[]): T[] =>
  [...byId(rows).values()].sort((a, b) => a.id - b.id);

export const byId = <T extends { id: number }>(rows: readonly T[]): Map<T['id'], T> =>
  new Map(rows.map((row) => [row.id, row]));

/** Changes to installed records, except those added or removed together with their Ability. */
function compareInstalled(before: AccountSnapshot, after: AccountSnapshot): AccountChange[] {
  const [had, has] = [byId(before.installed), byId(after.installed)];
  const [hadAbility, hasAbility] = [byId(before.abilities), byId(after.abilities)];
  const isReported = (abilityId: SeenInstalled['abilityId'], others: Map<number, unknown>) =>
    abilityId !== null && !others.has(abilityId);
  const rows = [...after.installed].sort(compareNames);
  const gone = before.installed.filter(({ id }) => !has.has(id)).sort(compareNames);
  const changed = rows.flatMap((row) => {
    const old = had.get(row.id);
    return old ? [{ old, row }] : [];
  });
  return [
    ...rows
      .filter(({ abilityId, id }) => !had.has(id) && !isReported(abilityId, hadAbility))
      .map(({ abilityId, enabled, id, name }): AccountChange => {
        return { kind: 'installed-new', installedId: id, abilityId, name, enabled };
      }),
    ...gone
      .filter(({ abilityId }) => !isReported(abilityId, hasAbility))
      .map(({ abilityId, id, name }): AccountChange => ({ kind: 'installed-gone', installedId: id, abilityId, name })),
    ...changed
      .filter(({ old, row }) => old.enabled !== row.enabled)
      .map(({ row: { enabled, id, name } }): AccountChange => {
        return { kind: enabled ? 'enabled' : 'disabled', installedId: id, name };
      }),
    ...changed.flatMap(({ old, row }) => compareWords(old, row)),
  ];
}

/** Compares trigger words, ignoring order, duplicates, case and spacing. */
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

/** Keeps the order of the rows. */
export function groupBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Duplicates in `after` that were not in `before`. */
function findNewDuplicates(before: AccountSnapshot, after: AccountSnapshot): AccountChange[] {
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

/** The groups that have two or more rows in `after`, but at most one in `before`. */
function newGroups<T, K>(before: readonly T[], after: readonly T[], keyOf: (row: T) => K): [K, T[]][] {
  const had = groupBy(before, keyOf);
  return [...groupBy(after, keyOf)].filter(([key, rows]) => rows.length > 1 && (had.get(key)?.length ?? 0) < 2);
}

/**
 * All differences: additions and removals first, each kind sorted by name. An installed record that is added or removed
 * together with its Ability is reported only once.
 */
export function compareAccounts(before: AccountSnapshot, after: AccountSnapshot): AccountChange[] {
  return [
    ...compareAbilities(before, after),
    ...compareInstalled(before, after),
    ...findNewDuplicates(before, after),
    ...compareAgents(before, after),
  ];
}

function compareAbilities(before: AccountSnapshot, after: AccountSnapshot): AccountChange[] {
  const [had, has] = [byId(before.abilities), byId(after.abilities)];
  const rowOf = new Map(after.installed.map((row) => [row.abilityId, row]));
  const changes = [...after.abilities].sort(compareNames).flatMap(({ id: abilityId, name }): AccountChange[] => {
    const old = had.get(abilityId);
    if (old?.name === name) return [];
    if (old) return [{ kind: 'ability-renamed', abilityId, before: old.name, after: name }];
    const row = rowOf.get(abilityId);
    return [{ kind: 'ability-new', abilityId, name, installed: row ? { id: row.id, enabled: row.enabled } : null }];
  });
  const gone = before.abilities.filter(({ id }) => !has.has(id)).sort(compareNames);
  return [
    ...changes.filter(({ kind }) => kind === 'ability-new'),
    ...gone.map(({ id, name }): AccountChange => ({ kind: 'ability-gone', abilityId: id, name })),
    ...changes.filter(({ kind }) => kind === 'ability-renamed'),
  ];
}

function compareAgents({ agents: before }: AccountSnapshot, { agents: after }: AccountSnapshot): AccountChange[] {
  const [had, has] = [byId(before), byId(after)];
  const report = (kind: 'agent-new' | 'agent-gone', agents: AccountSnapshot['agents']) =>
    agents.sort(compareNames).map(({ id, name }): AccountChange => ({ kind, agentId: id, name }));
  return [
    ...report(
      'agent-new',
      after.filter(({ id }) => !had.has(id)),
    ),
    ...report(
      'agent-gone',
      before.filter(({ id }) => !has.has(id)),
    ),
  ];
}
