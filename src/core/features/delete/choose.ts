import { readAgentsWith } from '../../agents.ts';
import { installedFirst } from '../../catalog.ts';
import { readCatalog } from '../../lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { readApprovals } from '../approvals/needed.ts';
import type { DeletionItem } from './delete.ts';
import { deletionWaits } from './deletion-waits.ts';

/** `waits`: as in the confirmation of a single delete. */
export type DeletionChoice = DeletionItem & { waits?: true };

/** Everything that can be deleted, in the order of the list. Calls endpoints 1, 5 and 6. */
export async function chooseToDelete(context: OperationContext): Promise<Outcome> {
  const [{ entries }, agentsWith, approvals] = await Promise.all([
    readCatalog(context, MAY_BE_CACHED),
    readAgentsWith(context),
    readApprovals(context),
  ]);
  const items = installedFirst(entries).flatMap((entry): DeletionChoice[] => {
    const { ability } = entry;
    if (!ability) return [];
    return [
      {
        entry,
        ability,
        ...agentsWith(ability.id),
        ...deletionWaits([ability.id], { entries: [entry] }, approvals),
      },
    ];
  });
  return { kind: 'delete-choice', items };
}
