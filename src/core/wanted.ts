import { offersAbilities, offersAgents } from './find.ts';
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
  const change = 'change' in wanted ? wanted.change : null;
  if (change === null) return line;
  const rest = change === 'form' ? 'edit:' : writeWordsChange(change);
  return rest === null ? null : `${line} ${rest}`;
}

/** A refusal that offers a choice carries what was asked for. Showing, and assigning, go without saying. */
export function withWanted(outcome: Outcome, wanted: Wanted | 'unassign' | null): Outcome {
  if (outcome.kind !== 'refused' || wanted === null) return outcome;
  const { refusal } = outcome;
  if (wanted === 'unassign') {
    return offersAgents(refusal) ? { ...outcome, refusal: { ...refusal, wanted } } : outcome;
  }
  return offersAbilities(refusal) ? { ...outcome, refusal: { ...refusal, wanted } } : outcome;
}
