import type { Command } from './command.ts';
import type { Outcome } from './outcome.ts';
import { type WordsChange, writeWordsChange } from './trigger-words.ts';

/** What was to be done with a thing before it was clear which one is meant: choosing one does the same. */
export type Wanted =
  | { verb: 'enable' | 'disable' | 'delete' }
  /** `change` is null when the words were only to be shown. */
  | { verb: 'triggers'; change: WordsChange | 'form' | null };

/** The line that does it with the one that `ref` names; null for words that no line says. */
export function wantedLine(wanted: Wanted, ref: string): string | null {
  const line = `${wanted.verb} ${ref}`;
  if (wanted.verb !== 'triggers' || wanted.change === null) return line;
  const rest = wanted.change === 'form' ? 'edit:' : writeWordsChange(wanted.change);
  return rest === null ? null : `${line} ${rest}`;
}

/** A refusal that offers a choice carries what was asked for. Showing, and assigning, go without saying. */
export function withWanted(outcome: Outcome, command: Command): Outcome {
  if (outcome.kind !== 'refused') return outcome;
  const { refusal } = outcome;
  switch (refusal.why) {
    case 'several-abilities':
    case 'no-such-ability': {
      const wanted = wantedOf(command);
      const offers = refusal.why === 'several-abilities' || refusal.suggestions.length > 0;
      return wanted && offers ? { ...outcome, refusal: { ...refusal, wanted } } : outcome;
    }
    case 'several-agents':
    case 'no-such-agent': {
      const offers = refusal.why === 'several-agents' || refusal.suggestions.length > 0;
      return command.verb === 'unassign' && offers
        ? { ...outcome, refusal: { ...refusal, wanted: 'unassign' } }
        : outcome;
    }
    default:
      return outcome;
  }
}

function wantedOf(command: Command): Wanted | null {
  switch (command.verb) {
    case 'enable':
    case 'disable':
    case 'delete':
      return { verb: command.verb };
    case 'triggers':
      return { verb: 'triggers', change: null };
    case 'edit-triggers':
      return { verb: 'triggers', change: 'form' };
    case 'change-triggers':
      return { verb: 'triggers', change: command.change };
    default:
      return null;
  }
}
