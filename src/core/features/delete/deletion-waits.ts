import type { AbilityId } from '@abilities-bot/service-api';
import type { ApprovalChoice } from '../../../store/settings-record.ts';
import type { Catalog } from '../../catalog.ts';
import { isApprovalNeeded } from '../approvals/needed.ts';

/**
 * Returns `waits` if deleting these Abilities needs a second admin. Returns nothing if that is unknown: the confirmed
 * delete is then refused or asks again, and never deletes more than the confirmation said.
 * @param chosen all choices of the workspace; null if unknown.
 */
export function deletionWaits(
  ids: readonly AbilityId[],
  { entries }: Pick<Catalog, 'entries'>,
  chosen: readonly ApprovalChoice[] | null,
): { waits?: true } {
  const isEnabled = entries.some(({ ability, state }) => ability && state === 'enabled' && ids.includes(ability.id));
  return chosen && isApprovalNeeded(chosen, 'delete', { isEnabled }) ? { waits: true } : {};
}
