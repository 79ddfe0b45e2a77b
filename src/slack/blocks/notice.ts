import type { AssignmentResult, Outcome, WordsMeanwhile } from '../../core/outcome.ts';
import type { Requester } from '../../core/requester.ts';
import { deletedSeveral, toggledSeveral } from './abilities/several-results.ts';
import { wordsLine } from './fit-lines.ts';
import { refusalSentence } from './sentences.ts';
import {
  approvalAskedSentence,
  approvalOverSentence,
  approvedBy,
  approvedSentence,
  declinedSentence,
} from './team/approval-sentences.ts';
import { keyName } from './team/connect-sentences.ts';
import { settingsSavedSentence } from './team/setting-words.ts';
import { bold, countOf, namesLine, time } from './text.ts';
import { meanwhileLine } from './triggers/meanwhile-line.ts';
import { troubleSentence } from './trouble-sentence.ts';
import { typed } from './typed-line.ts';
import { exportSentence, starterSentence } from './uploads/delivery-sentences.ts';

/**
 * What came of a command, at most 2,900 characters whose first line says it all; null for an outcome that is a view of
 * its own (a list, a card, a form).
 * @param by how a change is signed: by the one who asked, unless somebody else had asked for it.
 */
export function noticeOf(
  outcome: Outcome,
  requester: Requester,
  by = `by <@${requester.userId}> · ${time(requester.at)}`,
): string | null {
  switch (outcome.kind) {
    case 'toggled':
      return `${bold(outcome.name)} ${outcome.enabled ? 'enabled' : 'disabled'} ${by} · trigger words ${outcome.triggerWords}`;
    case 'unchanged':
      return `${bold(outcome.name)} was ${outcome.enabled ? 'enabled' : 'disabled'} already. Nothing changed.`;
    case 'toggled-several':
      return toggledSeveral(outcome, by, requester.ref);
    case 'triggers-saved':
      return wordsSaved(outcome, by);
    case 'triggers-unchanged':
      return [`${bold(outcome.name)} has these trigger words already. Nothing changed.`, ...told(outcome)].join('\n');
    case 'deleted':
      return `${bold(outcome.name)} (ID ${outcome.id}) deleted ${by}`;
    case 'still-there':
      return `${bold(outcome.name)} (ID ${outcome.id}) is still on the account, although the service took the call. Try again, or look in the dashboard. (ref ${requester.ref})`;
    case 'maybe-deleted':
      return `The service did not say whether ${bold(outcome.name)} (ID ${outcome.id}) is deleted. \`/abilities\` shows whether it is still there. (ref ${requester.ref})`;
    case 'gone-already':
      return `The Ability with ID ${outcome.id} was gone already. Nothing changed.`;
    case 'deleted-several':
      return deletedSeveral(outcome.results, by, requester.ref);
    case 'assigned':
      return assignedLine(outcome.result, by, requester.ref);
    case 'undone':
      return `Undone: ${noticeOf(outcome.of, requester) ?? ''}`;
    case 'export':
      return exportSentence(outcome.account);
    case 'starter':
      return starterSentence(outcome.name);
    case 'approval-asked':
      return approvalAskedSentence(outcome);
    case 'approved':
      return approvedSentence(
        outcome,
        noticeOf(outcome.of, requester, approvedBy(outcome.approval, requester)) ?? '',
        requester,
      );
    case 'declined':
      return declinedSentence(outcome, requester);
    case 'approval-over':
      return approvalOverSentence(outcome);
    case 'replacing':
      return `${bold(outcome.name)} is being replaced ${by}. The message of the upload tells how it goes.`;
    case 'upload-past':
      return `The upload that was to replace ${bold(outcome.name)} does not wait for that any more: it was decided otherwise, has ended, or asks anew. Nothing changed.`;
    case 'settings-saved':
      return settingsSavedSentence(outcome, by);
    case 'settings-unchanged':
      return 'The settings were so already. Nothing changed.';
    case 'connected':
      return `Connected with ${keyName(outcome.lastFour)} ${by}. ${typed('list')} shows what is on the account.`;
    case 'disconnected':
      return `Disconnected: ${keyName(outcome.lastFour)} is forgotten, ${by}. ${typed('connect')} connects an account.`;
    case 'refused':
      return withRef(refusalSentence(outcome.refusal), requester.ref);
    case 'trouble':
      return troubleSentence(outcome.error, outcome.effect, requester.ref);
    default:
      return null;
  }
}

/** What only asks back is no error. */
const withRef = (sentence: string, ref: string) => (sentence.endsWith(':') ? sentence : `${sentence} (ref ${ref})`);

function wordsSaved({ difference, name }: Extract<Outcome, { kind: 'triggers-saved' }>, by: string): string {
  const { added, after, removed } = difference;
  return [
    `Trigger words of ${bold(name)} saved ${by}`,
    `Added: ${wordsLine(added, 700)}. Removed: ${wordsLine(removed, 700)}.`,
    ...told(difference),
    `The service has ${countOf(after.length, 'word')} now: ${wordsLine(after, 700)}.`,
  ].join('\n');
}

/** What somebody else did meanwhile, when that is known. */
const told = ({ meanwhile }: { meanwhile?: WordsMeanwhile }) => (meanwhile ? [meanwhileLine(meanwhile)] : []);

function assignedLine({ agent, abilityNames, change, confirmed }: AssignmentResult, by: string, ref: string): string {
  const wanted = abilityNames.length === 0 ? 'none' : namesLine(abilityNames);
  if (confirmed === 'no') {
    return `The Abilities of ${bold(agent.name)} may not be saved. Wanted: ${wanted}. The service took the call, but does not show this list. Look in the dashboard before you rely on it. (ref ${ref})`;
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
