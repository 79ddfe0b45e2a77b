import type { AbilityId } from '@abilities-bot/service-api';
import type { ApprovalChoice } from '../../../store/settings-record.ts';
import type { Catalog } from '../../catalog.ts';
import { isApprovalNeeded } from '../approvals/needed.ts';

/**
 * `waits` if deleting these Abilities needs a second admin. If that is unknown, returns nothing: the confirmation is
 * then refused or asks again, and never deletes more than the question said.
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
