import type { Command } from '../command.ts';
import { MAX_AT_ONCE } from '../max-at-once.ts';
import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';
import { toggleAbility } from './toggle-ability.ts';
import { toggleSeveral } from './toggle-several.ts';

/** Switches the one that is named, or several; of none it asks which. */
export async function toggleTargets(
  { targets, triggerWords, verb }: Extract<Command, { verb: 'enable' | 'disable' }>,
  context: OperationContext,
): Promise<Outcome> {
  const [target] = targets;
  if (!target) return { kind: 'choose-form', wanted: verb };
  if (targets.length === 1) return toggleAbility({ verb, target, ...(triggerWords ? { triggerWords } : {}) }, context);
  if (targets.length > MAX_AT_ONCE) {
    return { kind: 'refused', refusal: { why: 'too-many', what: 'Abilities', most: MAX_AT_ONCE } };
  }
  return toggleSeveral(verb, targets, context);
}
