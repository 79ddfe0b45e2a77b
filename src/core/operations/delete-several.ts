import type { Ability, AbilityId } from '@abilities-bot/service-api';
import { leavesOutcomeOpen } from '../../service-client/leaves-outcome-open.ts';
import type { DeletionReport } from '../../service-client/service-client.ts';
import { createFinder } from '../find-ability.ts';
import type { DeletionItem, DeletionOutcome, DeletionResult, Outcome } from '../outcome.ts';
import type { AbilityRef } from '../ref.ts';
import type { Refusal } from '../refusal.ts';
import type { OperationContext } from './context.ts';
import { deletionWaits } from './deletion-waits.ts';
import { listToDelete } from './list-to-delete.ts';
import { FINDING } from './looking.ts';
import { readAgentNames } from './names-of-agents.ts';
import { readCatalog } from './read-catalog.ts';

/** What a person sees before several are deleted: each that can be, with its Agents, and why the others cannot. */
export async function askBeforeDeletingSeveral(
  targets: readonly AbilityRef[],
  context: OperationContext,
): Promise<Outcome> {
  const [catalog, namesOf] = await Promise.all([readCatalog(context, FINDING), readAgentNames(context)]);
  const find = createFinder(catalog);
  const items = new Map<AbilityId, DeletionItem>();
  const refused: Refusal[] = [];
  for (const target of targets) {
    const found = find(target);
    if (!found.ok) refused.push(found.refusal);
    else if (!found.entry.ability) refused.push({ why: 'no-ability-record', entry: found.entry });
    else {
      const { ability } = found.entry;
      items.set(ability.id, { entry: found.entry, ability, agentNames: namesOf(ability.id) });
    }
  }
  const waiting = await deletionWaits([...items.keys()], catalog, context);
  return { kind: 'delete-several-question', items: [...items.values()], refused, ...waiting };
}

/** Endpoint 8, once for all that are there. What happened to each is what the list says afterwards. */
export async function deleteSeveral(ids: readonly AbilityId[], context: OperationContext): Promise<DeletionOutcome> {
  return holdAll(ids, context, async () => {
    const listed = new Map((await listToDelete(ids, context)).map((ability) => [ability.id, ability]));
    const present = ids.flatMap((id) => listed.get(id) ?? []);
    const report = present.length > 0 ? await deleteListed(present, context) : new Map();
    const results = ids.map((id): DeletionResult => {
      const name = listed.get(id)?.name ?? null;
      return { id, name, fate: name === null ? 'gone-already' : (report.get(id) ?? 'unknown') };
    });
    for (const { fate, id } of results) if (fate === 'deleted') await context.assignments.drop(id);
    return { kind: 'deleted-several', results };
  });
}

/** After a lost answer an Ability that still stands in the list may go in the next moment: that is not known. */
async function deleteListed(abilities: readonly Ability[], { service }: OperationContext): Promise<DeletionReport> {
  try {
    return await service.deleteAbilities(abilities.map(({ id }) => id));
  } catch (error) {
    if (leavesOutcomeOpen(error)) return new Map();
    throw error;
  }
}

/** Takes the turns in one order, so that two who want the same in another order never wait for each other. */
function holdAll<T>(ids: readonly AbilityId[], { locks }: OperationContext, task: () => Promise<T>): Promise<T> {
  const inOrder = [...ids].sort((a, b) => b - a);
  const held = inOrder.reduce((inner, id) => () => locks.run(`ability:${id}`, inner), task);
  return held();
}
