import { type InstalledAbility, type InstalledAbilityId, mayBeListed } from '@abilities-bot/service-api';
import type { CatalogEntry } from '../catalog.ts';
import { type Found, findAbility } from '../find-ability.ts';
import { formatAbilityRef } from '../parse-ref.ts';
import type { AbilityRef } from '../ref.ts';
import type { Refusal } from '../refusal.ts';
import type { OperationContext } from './context.ts';
import { FINDING } from './looking.ts';
import { readCatalog } from './read-catalog.ts';

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
