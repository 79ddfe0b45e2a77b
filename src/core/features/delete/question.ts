import type { AbilityId } from '@abilities-bot/service-api';
import { readAgentsWith } from '../../agents.ts';
import { findAbility, findSeveral } from '../../find.ts';
import { readCatalog } from '../../lookup.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../../operation-context.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import type { AbilityRef } from '../../references.ts';
import { readApprovals } from '../approvals/needed.ts';
import type { DeletionItem } from './delete.ts';
import { deletionWaits } from './deletion-waits.ts';

/** Asks to confirm one delete, and shows the Agents that have the Ability. */
export async function askBeforeDelete(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const catalog = await readCatalog(context, MAY_BE_PARTIAL);
  const found = findAbility(catalog, target);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const { entry } = found;
  const { ability } = entry;
  if (!ability) return { kind: 'refused', refusal: { why: 'no-ability-record', entry } };
  const [agentsWith, chosen] = await Promise.all([readAgentsWith(context), readApprovals(context)]);
  return {
    kind: 'delete-question',
    entry,
    ability,
    ...agentsWith(ability.id),
    ...deletionWaits([ability.id], catalog, chosen),
  };
}

/** Asks to confirm several deletes: each deletable Ability with its Agents, and why the others can't be deleted. */
export async function askBeforeDeletingSeveral(
  targets: readonly AbilityRef[],
  context: OperationContext,
): Promise<Outcome> {
  const [catalog, agentsWith] = await Promise.all([readCatalog(context, MAY_BE_PARTIAL), readAgentsWith(context)]);
  const items = new Map<AbilityId, DeletionItem>();
  const refused: Refusal[] = [];
  for (const { found } of await findSeveral(catalog, targets)) {
    if (!found.ok) refused.push(found.refusal);
    else if (!found.entry.ability) refused.push({ why: 'no-ability-record', entry: found.entry });
    else {
      const { ability } = found.entry;
      items.set(ability.id, { entry: found.entry, ability, ...agentsWith(ability.id) });
    }
  }
  const waiting = deletionWaits([...items.keys()], catalog, await readApprovals(context));
  return { kind: 'delete-several-question', items: [...items.values()], refused, ...waiting };
}
