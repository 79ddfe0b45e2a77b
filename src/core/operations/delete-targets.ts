import type { Command } from '../command.ts';
import { MAX_AT_ONCE } from '../max-at-once.ts';
import type { Outcome } from '../outcome.ts';
import type { Requester } from '../requester.ts';
import { askToDelete } from './ask-to-delete.ts';
import type { OperationContext } from './context.ts';
import { askBeforeDelete, deleteAbility } from './delete-ability.ts';
import { askBeforeDeletingSeveral, deleteSeveral } from './delete-several.ts';

/**
 * Deletes or asks, one or several; of none it asks which. Only confirmed IDs are deleted: a confirmed name asks again.
 * What a second admin has to approve waits, all of it. Who was shown that it waits has not agreed to doing it at once:
 * when it need not wait any more, it asks again.
 */
export async function deleteTargets(
  { confirmed, targets, waits }: Extract<Command, { verb: 'delete' }>,
  requester: Requester,
  context: OperationContext,
): Promise<Outcome> {
  const [target] = targets;
  if (!target) return { kind: 'choose-form', wanted: 'delete' };
  if (targets.length > MAX_AT_ONCE) {
    return { kind: 'refused', refusal: { why: 'too-many', what: 'Abilities', most: MAX_AT_ONCE } };
  }
  const ids = [...new Set(targets.flatMap((ref) => (ref.by === 'ability' ? [ref.id] : [])))];
  const isSure = confirmed && targets.every(({ by }) => by === 'ability');
  const waiting = isSure ? await askToDelete(ids, requester, context) : null;
  if (waiting) return waiting;
  const isAgreed = isSure && !waits;
  if (targets.length === 1) {
    return isAgreed && target.by === 'ability' ? deleteAbility(target.id, context) : askBeforeDelete(target, context);
  }
  return isAgreed ? deleteSeveral(ids, context) : askBeforeDeletingSeveral(targets, context);
}
