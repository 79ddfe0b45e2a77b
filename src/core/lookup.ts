import {
  type Ability,
  type AbilityId,
  type InstalledAbility,
  type InstalledAbilityId,
  mayBeListed,
} from '@abilities-bot/service-api';
import type { ReadOptions, ServiceClient } from '../service/client.ts';
import type { AuditTarget } from '../store/audit-record.ts';
import type { Difference } from '../store/difference-record.ts';
import { type Catalog, type CatalogEntry, joinCatalog } from './catalog.ts';
import { type Found, findAbility } from './find.ts';
import { MAY_BE_CACHED, MAY_BE_PARTIAL, type OperationContext } from './operation-context.ts';
import type { Refusal } from './outcome.ts';
import { type AbilityRef, formatAbilityRef } from './references.ts';

/** The Ability was found, but has no installed record that can be changed. */
export type NotInstalledRefusal =
  | { why: 'not-installed'; entry: CatalogEntry }
  | { why: 'orphan'; entry: CatalogEntry };

/** The catalog that was joined from each cached list of Abilities. */
const joined = new WeakMap<readonly Ability[], { installed: readonly InstalledAbility[]; catalog: Catalog }>();

/**
 * The latest catalog, for names in errors while the service may be down. It is kept as long as the cached lists that it
 * was joined from.
 */
const latest = new WeakMap<ServiceClient, WeakRef<Catalog>>();

/** An Ability's name when the lists were last read; null if it was not listed. */
export function lastNameOf({ id, kind }: AuditTarget, { service }: Pick<OperationContext, 'service'>): string | null {
  if (id === null || (kind !== 'ability' && kind !== 'installed')) return null;
  const entry = latest
    .get(service)
    ?.deref()
    ?.entries.find((one) => String(one[kind]?.id) === id);
  return entry?.name ?? null;
}

/** Reads both lists in parallel and joins them. */
export async function readCatalog(context: OperationContext, options: ReadOptions = {}): Promise<Catalog> {
  const [abilities, installed] = await Promise.all([
    context.service.listAbilities(options),
    context.service.listInstalledAbilities(options),
  ]);
  return joinLists(abilities, installed, context);
}

/** Joins cached lists only once, because for thousands of Abilities the join is the slowest part. */
export function joinLists(
  abilities: readonly Ability[],
  installed: readonly InstalledAbility[],
  { now, service }: Pick<OperationContext, 'now' | 'service'>,
): Catalog {
  const known = joined.get(abilities);
  const catalog = known?.installed === installed ? known.catalog : joinCatalog(abilities, installed, now());
  joined.set(abilities, { installed, catalog });
  latest.set(service, new WeakRef(catalog));
  return catalog;
}

type FoundInstalled = { ok: true; entry: CatalogEntry; row: InstalledAbility } | { ok: false; refusal: Refusal };

/** Refuses an unknown Ability, one that is not installed, and an orphan, each with its own reason. */
export async function findInstalled(target: AbilityRef, context: OperationContext): Promise<FoundInstalled> {
  return requireInstalled(findAbility(await readCatalog(context, MAY_BE_PARTIAL), target));
}

/**
 * Refuses an Ability that is not installed, or an orphan. Neither can be switched, and their trigger words don't work.
 */
export function requireInstalled(found: Found): FoundInstalled {
  if (!found.ok) return found;
  const { entry } = found;
  if (!entry.installed) return { ok: false, refusal: { why: 'not-installed', entry } };
  if (entry.state === 'orphan') return { ok: false, refusal: { why: 'orphan', entry } };
  return { ok: true, entry, row: entry.installed };
}

/** The current row; undefined if there is none. @throws service client errors, also if the row is unreadable. */
export async function readInstalledRow(
  id: InstalledAbilityId,
  { service }: Pick<OperationContext, 'service'>,
): Promise<InstalledAbility | undefined> {
  const rows = await service.listInstalledAbilities(MAY_BE_PARTIAL);
  const row = rows.find((one) => one.id === id);
  return row || !mayBeListed(rows)(id) ? row : (await service.listInstalledAbilities()).find((one) => one.id === id);
}

/** The difference for a missing row: the Ability is gone, or its row is unreadable. */
export const missingRow = (rows: readonly InstalledAbility[], id: InstalledAbilityId, name: string): Difference =>
  mayBeListed(rows)(id) ? { kind: 'unread', isOld: true } : { kind: 'gone', id, name, isOld: false };

/** Explains a missing record: it disappeared after the click, or the service can't change it. */
export async function explainGone(
  id: InstalledAbilityId,
  context: OperationContext,
): Promise<{ kind: 'refused'; refusal: Refusal }> {
  const target = { by: 'installed', id } as const;
  const found = await findInstalled(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return goneAlready(target);
}

/** Refuses a reference from a button, whose Ability is no longer listed. */
export const goneAlready = (target: AbilityRef): { kind: 'refused'; refusal: Refusal } => ({
  kind: 'refused',
  refusal: { why: 'no-such-ability', asked: formatAbilityRef(target), suggestions: [] },
});

interface Listed {
  id: AbilityId;
  name: string;
  enabled: boolean;
}

/**
 * Finds the Abilities with these IDs that are currently on the account.
 * @throws service client errors; callers then don't know whether any of them is enabled.
 */
export async function findListed(ids: readonly AbilityId[], context: OperationContext): Promise<Listed[]> {
  const { entries } = await readCatalog(context);
  return ids.flatMap((id): Listed[] => {
    const rows = entries.filter(({ ability }) => ability?.id === id);
    const [first] = rows;
    return first?.ability
      ? [{ id, name: first.ability.name, enabled: rows.some((row) => row.state === 'enabled') }]
      : [];
  });
}

/** Finds an Ability in cached lists, then in fresh ones, because it may just have been created outside Slack. */
export async function lookFor(
  target: AbilityRef,
  context: OperationContext,
): Promise<{ found: Found; catalog: Catalog }> {
  const catalog = await readCatalog(context, MAY_BE_CACHED);
  const found = findAbility(catalog, target);
  if (found.ok) return { found, catalog };
  const now = await readCatalog(context, MAY_BE_PARTIAL);
  return { found: findAbility(now, target), catalog: now };
}
