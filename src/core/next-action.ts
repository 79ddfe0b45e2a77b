import { hasOtherWords, offersAbilities, offersAgents } from './find.ts';
import type { Outcome } from './outcome.ts';
import { type WordsChange, writeWordsChange } from './trigger-words.ts';

/** What to do once the person has picked one of several matches. */
export type NextAction =
  | { verb: 'enable' | 'disable' | 'delete' | 'versions' }
  /** `change`: null only shows the trigger words. */
  | { verb: 'triggers'; change: WordsChange | 'form' | null };

/** {@link NextAction} for an Agent. `what`: the words before its name, such as `all` or `all skill`. */
export type NextActionOfAgent =
  | 'unassign'
  | { verb: 'enable' | 'disable'; what: string }
  /** `rest`: the rest of the line, after the Agent. */
  | { verb: 'quiet'; rest: string };

/** The command line of the action for `ref`; null if no line can express the trigger words. */
export function nextActionLine(next: NextAction, ref: string): string | null {
  const line = `${next.verb} ${ref}`;
  const change = 'change' in next ? next.change : null;
  if (change === null) return line;
  const rest = change === 'form' ? 'edit:' : writeWordsChange(change);
  return rest === null ? null : `${line} ${rest}`;
}

/**
 * Adds the requested action to a refusal that offers a choice; without it, Abilities are shown and Agents edited. An
 * action that would ignore some of the words is not offered, because a switch would happen immediately without its
 * time.
 */
export function withNextAction(outcome: Outcome, next: NextAction | 'unassign' | null): Outcome {
  if (outcome.kind !== 'refused' || next === null) return outcome;
  const { refusal } = outcome;
  if (next === 'unassign') {
    return offersAgents(refusal) ? { ...outcome, refusal: { ...refusal, nextAction: next } } : outcome;
  }
  if (hasOtherWords(refusal)) return outcome;
  return offersAbilities(refusal) ? { ...outcome, refusal: { ...refusal, nextAction: next } } : outcome;
}
