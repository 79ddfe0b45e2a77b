import type { AbilityId } from '@abilities-bot/service-api';
import { leavesOutcomeOpen } from '../../service-client/leaves-outcome-open.ts';
import type { DeletionFate, ServiceClient } from '../../service-client/service-client.ts';
import { findAbility } from '../find-ability.ts';
import type { DeletionOutcome, Outcome } from '../outcome.ts';
import type { AbilityRef } from '../ref.ts';
import type { OperationContext } from './context.ts';
import { deletionWaits } from './deletion-waits.ts';
import { listToDelete } from './list-to-delete.ts';
import { FINDING } from './looking.ts';
import { namesOfAgentsWith } from './names-of-agents.ts';
import { readCatalog } from './read-catalog.ts';

/** What a person sees before anything is deleted. */
export async function askBeforeDelete(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const catalog = await readCatalog(context, FINDING);
  const found = findAbility(catalog, target);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const { entry } = found;
  const { ability } = entry;
  if (!ability) return { kind: 'refused', refusal: { why: 'no-ability-record', entry } };
  const [agentNames, waiting] = await Promise.all([
    namesOfAgentsWith(ability.id, context),
    deletionWaits([ability.id], catalog, context),
  ]);
  return { kind: 'delete-question', entry, ability, agentNames, ...waiting };
}

/**
 * Endpoint 8, after the question was answered. The ID is the one that the question named, never a name read again:
 * another Ability may bear it by now. What happened is what the list says afterwards.
 */
export async function deleteAbility(id: AbilityId, context: OperationContext): Promise<DeletionOutcome> {
  const { service, assignments, locks } = context;
  return locks.run(`ability:${id}`, async () => {
    const ability = (await listToDelete([id], context)).find((row) => row.id === id);
    if (!ability) return { kind: 'gone-already', id };
    const { name } = ability;
    const fate = await learnFate(id, service);
    if (fate === 'deleted') {
      await assignments.drop(id);
      return { kind: 'deleted', name, id };
    }
    return { kind: fate === 'still-there' ? 'still-there' : 'maybe-deleted', name, id };
  });
}

/** After a lost answer an Ability that still stands in the list may go in the next moment: that is not known. */
async function learnFate(id: AbilityId, service: ServiceClient): Promise<DeletionFate> {
  try {
    return (await service.deleteAbilities([id])).get(id) ?? 'unknown';
  } catch (error) {
    if (leavesOutcomeOpen(error)) return 'unknown';
    throw error;
  }
}
