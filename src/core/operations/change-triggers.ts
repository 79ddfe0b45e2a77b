import type { InstalledAbility } from '@abilities-bot/service-api';
import type { Command } from '../command.ts';
import type { Outcome, WordsDifference } from '../outcome.ts';
import type { Refusal } from '../refusal.ts';
import { fold } from '../suggest.ts';
import {
  compareWords,
  editBetween,
  editWords,
  isSame,
  meantEdit,
  meanwhileOf,
  type WordsEdit,
  withMeanwhile,
} from '../words-difference.ts';
import type { OperationContext } from './context.ts';
import { findInstalled } from './find-installed.ts';
import { saveTriggerWords } from './save-trigger-words.ts';

/** More in one change would not fit into the button that confirms it: 2,000 characters (Slack), with all around them. */
const MAX_CHARACTERS = 1500;

/**
 * Changes trigger words after a question. What is confirmed is the edit that the question showed, never a whole list: it
 * is made to the words as they are then, so that what somebody else added or removed meanwhile stays so.
 */
export async function changeTriggers(
  { change, confirmed, seen, target }: Extract<Command, { verb: 'change-triggers' }>,
  context: OperationContext,
): Promise<Outcome> {
  if (confirmed && target.by === 'installed' && change.kind === 'edit') {
    return saveTriggerWords(target.id, ({ triggerWords }) => editWords(triggerWords, change), context, seen);
  }
  const found = await findInstalled(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const { row } = found;
  const { triggerWords } = row;
  const edit = change.kind === 'edit' ? meantEdit(change, triggerWords) : editBetween(triggerWords, change.words);
  return askBeforeChange(row, edit, seen);
}

function askBeforeChange(row: InstalledAbility, edit: WordsEdit, seen: readonly string[] | undefined): Outcome {
  const difference = withMeanwhile(compareWords(row.triggerWords, editWords(row.triggerWords, edit)), seen);
  const refusal = findRefusal(row, edit, difference);
  if (refusal) return { kind: 'refused', refusal };
  if (isSame(difference)) {
    return { kind: 'triggers-unchanged', id: row.id, name: row.name, ...meanwhileOf(difference) };
  }
  return { kind: 'triggers-question', row, difference };
}

function findRefusal(
  { name, triggerWords }: InstalledAbility,
  edit: WordsEdit,
  after: WordsDifference,
): Refusal | null {
  const there = new Set(triggerWords.map(fold));
  const { remove } = edit;
  if (remove.length > 0 && isSame(after) && !remove.some((word) => there.has(fold(word)))) {
    return { why: 'no-such-words', name, asked: remove, words: triggerWords };
  }
  if (after.after.length === 0) return { why: 'no-words-left', name };
  const written = JSON.stringify([after.added, after.removed]).length;
  if (written <= MAX_CHARACTERS) return null;
  return { why: 'too-many', what: 'characters of trigger words', most: MAX_CHARACTERS };
}
