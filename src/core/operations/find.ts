import {
  type Ability,
  type AbilityId,
  type InstalledAbility,
  type InstalledAbilityId,
  leftOutOf,
  mayBeListed,
} from '@abilities-bot/service-api';
import type { ReadOptions } from '../../service/client.ts';
import { isServiceError } from '../../service/errors.ts';
import { type Catalog, type CatalogEntry, joinCatalog } from '../catalog.ts';
import { type Found, findAbility } from '../find.ts';
import type { Refusal } from '../outcome.ts';
import { type AbilityRef, formatAbilityRef } from '../references.ts';
import { FINDING, LOOKING, type OperationContext } from './context.ts';

/**
 * What a question says of a second admin, for these Abilities as the catalog lists them: `waits` when deleting them only
 * asks one. When nobody tells, it says nothing: confirming it is refused then, or asks after all, and deletes no more
 * than it said.
 */
export async function deletionWaits(
  ids: readonly AbilityId[],
  { entries }: Catalog,
  { approvals }: OperationContext,
): Promise<{ waits?: true }> {
  if (!entries.some(({ ability, state }) => ability && state === 'enabled' && ids.includes(ability.id))) return {};
  try {
    return (await approvals.areOn()) ? { waits: true } : {};
  } catch {
    return {};
  }
}

/** Of each list of Abilities that is still there, what it was joined to and what came of it. */
const joined = new WeakMap<readonly Ability[], { installed: readonly InstalledAbility[]; catalog: Catalog }>();

/**
 * Reads both lists side by side and joins them: as they are now, unless they may be kept ones. Lists that are kept are joined
 * once, which takes longer than all else where an account has thousands of Abilities.
 */
export async function readCatalog({ service, now }: OperationContext, options: ReadOptions = {}): Promise<Catalog> {
  const [abilities, installed] = await Promise.all([
    service.listAbilities(options),
    service.listInstalledAbilities(options),
  ]);
  const known = joined.get(abilities);
  if (known?.installed === installed) return known.catalog;
  const catalog = joinCatalog(abilities, installed, now());
  joined.set(abilities, { installed, catalog });
  return catalog;
}

export type FoundInstalled = { ok: true; entry: CatalogEntry; row: InstalledAbility } | { ok: false; refusal: Refusal };

/** Tells apart: no such Ability, one that is not installed, and an installed record without its Ability. */
export async function findInstalled(target: AbilityRef, context: OperationContext): Promise<FoundInstalled> {
  return requireInstalled(findAbility(await readCatalog(context, FINDING), target));
}

/** What was found, as far as it can be switched and has trigger words that count. */
export function requireInstalled(found: Found): FoundInstalled {
  if (!found.ok) return found;
  const { entry } = found;
  if (!entry.installed) return { ok: false, refusal: { why: 'not-installed', entry } };
  if (entry.state === 'orphan') return { ok: false, refusal: { why: 'orphan', entry } };
  return { ok: true, entry, row: entry.installed };
}

/** The current row; undefined if there is none. @throws service client errors, also for an unreadable row. */
export async function readInstalledRow(
  id: InstalledAbilityId,
  { service }: Pick<OperationContext, 'service'>,
): Promise<InstalledAbility | undefined> {
  const rows = await service.listInstalledAbilities(FINDING);
  const row = rows.find((one) => one.id === id);
  return row || !mayBeListed(rows)(id) ? row : (await service.listInstalledAbilities()).find((one) => one.id === id);
}

/** The record went between the click and now, or the service does not change it. */
export async function explainGone(
  id: InstalledAbilityId,
  context: OperationContext,
): Promise<{ kind: 'refused'; refusal: Refusal }> {
  const target = { by: 'installed', id } as const;
  const found = await findInstalled(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return { kind: 'refused', refusal: { why: 'no-such-ability', asked: formatAbilityRef(target), suggestions: [] } };
}

export interface Listed {
  id: AbilityId;
  name: string;
  enabled: boolean;
}

/**
 * Those of these Abilities that are on the account, as the service lists them now.
 * @throws what the service client throws: then nobody knows whether one is enabled.
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

type Reader = Pick<OperationContext, 'service'>;

/** {@link readAgentNames} for one Ability. */
export async function namesOfAgentsWith(id: AbilityId, context: Reader): Promise<string[] | null> {
  return (await readAgentNames(context))(id);
}

/**
 * Names of the Agents that have an Ability, when the service tells of every Agent; else null. What was last saved here
 * does not count: somebody may have saved elsewhere since. It is an addition to a card or a question, so a failed read leaves it unknown.
 */
export async function readAgentNames({ service }: Reader): Promise<(id: AbilityId) => string[] | null> {
  try {
    const names = new Map<AbilityId, string[]>();
    const agents = await service.listAgents(LOOKING);
    if (leftOutOf(agents).length > 0) return () => null;
    for (const agent of agents) {
      if (agent.abilityIds === null) return () => null;
      for (const id of new Set(agent.abilityIds)) {
        const others = names.get(id);
        if (others) others.push(agent.name);
        else names.set(id, [agent.name]);
      }
    }
    return (id) => names.get(id) ?? [];
  } catch (error) {
    if (isServiceError(error)) return () => null;
    throw error;
  }
}
