import type { AbilityId } from '@abilities-bot/service-api';
import type { Catalog } from '../catalog.ts';
import type { OperationContext } from './context.ts';

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
