import type { ChoosingVerb, Command } from '../../core/command.ts';
import { formatAbilityRef } from '../../core/parse-ref.ts';
import type { AbilityRef } from '../../core/ref.ts';

/** What the form that chooses Abilities leads to: the verb, on the chosen ones. */
export function commandOfChosen(then: ChoosingVerb, first: AbilityRef, chosen: AbilityRef[]): Command {
  switch (then) {
    case 'show':
    case 'triggers':
      return { verb: then, target: first };
    case 'enable':
    case 'disable':
      return { verb: then, targets: chosen };
    case 'delete':
      return { verb: then, targets: chosen, confirmed: false };
  }
}

/** The same as a line that a person could type. */
export const lineOfChosen = (then: ChoosingVerb, chosen: readonly AbilityRef[]): string =>
  `${then} ${chosen.map(formatAbilityRef).join(', ')}`;
