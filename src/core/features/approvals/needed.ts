import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { ApprovalSubject } from '../../../store/approval-record.ts';
import type { ApprovalChoice } from '../../../store/settings-record.ts';
import type { OperationContext } from '../../operation-context.ts';

/**
 * True if a change to an Ability needs a second admin.
 * @param chosen all approval choices of the workspace.
 * @param isGrown whether the new code uses hosts, keys, commands or imports that the current code doesn't; absent if
 * unknown.
 */
export function isApprovalNeeded(
  chosen: readonly ApprovalChoice[],
  change: 'delete' | 'replace' | 'update' | 'disable',
  { isEnabled, isGrown = true }: { isEnabled: boolean; isGrown?: boolean },
): boolean {
  if (change === 'disable') return chosen.includes(change);
  // Replacing an Ability sends new code, as an update does.
  if (change !== 'delete' && isGrown && chosen.includes('update-grown')) return true;
  if (change === 'update') return chosen.includes(change);
  return chosen.includes(change) || (isEnabled && chosen.includes(`${change}-enabled`));
}

/** True if the request includes disabling all of these. */
export const includesDisabling = (what: ApprovalSubject, ids: readonly InstalledAbilityId[]): boolean =>
  what.kind === 'disable' && ids.every((id) => what.rows.some((row) => row.id === id));

/** Follows “another admin's approval for”. */
export const APPROVAL_WORDS: Record<ApprovalChoice, string> = {
  'delete-enabled': 'deleting enabled Abilities',
  delete: 'deleting any Ability',
  'replace-enabled': 'replacing enabled Abilities',
  replace: 'replacing any Ability',
  update: 'updating code',
  'update-grown': 'code with new hosts, keys, commands or imports',
  disable: 'disabling Abilities',
};

/**
 * Returns `disablingWaits` if disabling an Ability needs a second admin. Returns nothing if that is unknown: the button
 * then says *Disable*, and asks nevertheless.
 * @param chosen all choices of the workspace; null if unknown.
 */
export const disablingWaits = (chosen: readonly ApprovalChoice[] | null): { disablingWaits?: true } =>
  chosen && isApprovalNeeded(chosen, 'disable', { isEnabled: true }) ? { disablingWaits: true } : {};

type Choosing = Pick<OperationContext, 'approvals'>;

/** The workspace's choices; null if they cannot be read. */
export async function readApprovals({ approvals }: Choosing): Promise<readonly ApprovalChoice[] | null> {
  try {
    return await approvals.readChosen();
  } catch {
    return null;
  }
}

/** Refuses a change that may need an approval while the choices can't be read. */
export const APPROVALS_UNREAD = { kind: 'refused', refusal: { why: 'who-unknown', reason: 'settings' } } as const;
