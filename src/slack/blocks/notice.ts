import type { AssignmentResult, Outcome } from '../../core/outcome.ts';
import { refusalSentence } from './sentences.ts';
import { bold, namesLine, time } from './text.ts';
import { troubleSentence } from './trouble-sentence.ts';

/** Who asked, when, and under which number the log knows it. */
export interface Asked {
  userId: string;
  at: Date;
  ref: string;
}

/** What came of a command in one line; null for an outcome that is a view of its own (a list, a card, a form). */
export function noticeOf(outcome: Outcome, asked: Asked): string | null {
  const by = `by <@${asked.userId}> · ${time(asked.at)}`;
  switch (outcome.kind) {
    case 'toggled':
      return `${bold(outcome.name)} ${outcome.enabled ? 'enabled' : 'disabled'} ${by} · trigger words ${outcome.triggerWords}`;
    case 'unchanged':
      return `${bold(outcome.name)} was ${outcome.enabled ? 'enabled' : 'disabled'} already. Nothing changed.`;
    case 'deleted':
      return `${bold(outcome.name)} (ID ${outcome.id}) deleted ${by}`;
    case 'still-there':
      return `${bold(outcome.name)} (ID ${outcome.id}) is still on the account, although the service took the call. Try again, or look in the dashboard. (ref ${asked.ref})`;
    case 'maybe-deleted':
      return `The service did not say whether ${bold(outcome.name)} (ID ${outcome.id}) is deleted. \`/abilities\` shows whether it is still there. (ref ${asked.ref})`;
    case 'gone-already':
      return `The Ability with ID ${outcome.id} was gone already. Nothing changed.`;
    case 'assigned':
      return assignedLine(outcome.result, by);
    case 'refused':
      return refusalSentence(outcome.refusal);
    case 'trouble':
      return troubleSentence(outcome.error, outcome.effect, asked.ref);
    default:
      return null;
  }
}

function assignedLine({ agent, abilityNames, change, confirmed }: AssignmentResult, by: string): string {
  const wanted = abilityNames.length === 0 ? 'none' : namesLine(abilityNames);
  if (confirmed === 'no') {
    return `The Abilities of ${bold(agent.name)} may not be saved. Wanted: ${wanted}. The service took the call, but does not show this list. Look in the dashboard before you rely on it.`;
  }
  const lines = [
    abilityNames.length === 0
      ? `All Abilities of ${bold(agent.name)} unassigned ${by}`
      : `Abilities of ${bold(agent.name)} saved ${by}: ${wanted}`,
  ];
  if (change) lines.push(`Added: ${namesLine(change.added)}. Removed: ${namesLine(change.removed)}.`);
  if (confirmed === 'unknown') {
    lines.push('The service accepted it; it offers no way to read the list back, so it is not confirmed.');
  }
  return lines.join('\n');
}
