import type { ApprovalChoice } from '../../../store/settings-record.ts';

/** Whether a change to an Ability needs a second admin. @param chosen all choices of the workspace. */
export function isApprovalNeeded(
  chosen: readonly ApprovalChoice[],
  change: 'delete' | 'replace',
  { isEnabled }: { isEnabled: boolean },
): boolean {
  return chosen.includes(change) || (isEnabled && chosen.includes(`${change}-enabled`));
}

/** To follow “another admin's approval for”. */
export const APPROVAL_WORDS: Record<ApprovalChoice, string> = {
  'delete-enabled': 'deleting enabled Abilities',
  delete: 'deleting any Ability',
  'replace-enabled': 'replacing enabled Abilities',
  replace: 'replacing any Ability',
};
