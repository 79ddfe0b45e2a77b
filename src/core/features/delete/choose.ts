import { readAgentNames } from '../../agents.ts';
import { installedFirst } from '../../catalog.ts';
import { readCatalog } from '../../lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { isApprovalNeeded, readApprovals } from '../approvals/needed.ts';
import type { DeletionItem } from './delete.ts';

/** `waits`: as for a card. */
export type DeletionChoice = DeletionItem & { waits?: true };

/** Endpoints 1, 5 and 6: everything that can be deleted, in the order of the list. */
export async function chooseToDelete(context: OperationContext): Promise<Outcome> {
  const [{ entries }, namesOf, approvals] = await Promise.all([
    readCatalog(context, MAY_BE_CACHED),
    readAgentNames(context),
    readApprovals(context),
  ]);
  const items = installedFirst(entries).flatMap((entry): DeletionChoice[] => {
    const { ability, state } = entry;
    if (!ability) return [];
    const waits = approvals !== null && isApprovalNeeded(approvals, 'delete', { isEnabled: state === 'enabled' });
    return [{ entry, ability, agentNames: namesOf(ability.id), waits: waits || undefined }];
  });
  return { kind: 'delete-choice', items };
}
