import type { AbilityId } from '@abilities-bot/service-api';
import type { Catalog } from '../../catalog.ts';
import type { OperationContext } from '../../operation-context.ts';
import { isApprovalNeeded, readApprovals } from '../approvals/needed.ts';

/**
 * `waits` if deleting these Abilities needs a second admin. If that is unknown, returns nothing: the confirmation is
 * then refused or asks again, and never deletes more than the question said.
 */
export async function deletionWaits(
  ids: readonly AbilityId[],
  { entries }: Catalog,
  context: OperationContext,
): Promise<{ waits?: true }> {
  const isEnabled = entries.some(({ ability, state }) => ability && state === 'enabled' && ids.includes(ability.id));
  const chosen = await readApprovals(context);
  return chosen && isApprovalNeeded(chosen, 'delete', { isEnabled }) ? { waits: true } : {};
}
