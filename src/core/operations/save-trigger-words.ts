import type { InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import { type AnyServiceError, isServiceError, NotFoundError } from '../../service-client/errors/index.ts';
import { leavesOutcomeOpen } from '../../service-client/leaves-outcome-open.ts';
import type { Outcome } from '../outcome.ts';
import type { Refusal } from '../refusal.ts';
import { compareWords, isSame, meanwhileOf, withMeanwhile } from '../words-difference.ts';
import type { OperationContext } from './context.ts';
import { explainGone, readInstalledRow } from './find-installed.ts';

/** The words that a row is to have, told from the row as it is right before; or why it is to stay as it is. */
export type WordsWanted = (row: InstalledAbility) => string[] | Refusal;

/**
 * Endpoint 7, with the row read right before and its state sent back as it is.
 * @param seen the words that the person was shown, to tell what somebody else did since; undefined where none were.
 */
export function saveTriggerWords(
  id: InstalledAbilityId,
  wanted: WordsWanted,
  context: OperationContext,
  seen?: readonly string[],
): Promise<Outcome> {
  return context.locks.run(`installed:${id}`, async () => {
    const row = await readInstalledRow(id, context);
    return row ? save(row, wanted(row), context, seen) : explainGone(id, context);
  });
}

async function save(
  row: InstalledAbility,
  words: string[] | Refusal,
  context: OperationContext,
  seen: readonly string[] | undefined,
): Promise<Outcome> {
  if (!Array.isArray(words)) return { kind: 'refused', refusal: words };
  const { enabled, id, name } = row;
  // The service refuses an empty list; without this it would be asked to.
  if (words.length === 0) return { kind: 'refused', refusal: { why: 'no-words-left', name } };
  const difference = withMeanwhile(compareWords(row.triggerWords, words), seen);
  if (isSame(difference)) return { kind: 'triggers-unchanged', id, name, ...meanwhileOf(difference) };
  const saved = { kind: 'triggers-saved', id, name, difference } as const;
  try {
    const doubt = await context.service.setInstalledAbility(row, { enabled, triggerWords: words });
    return doubt ? learnWhatHappened(saved, doubt, context) : saved;
  } catch (error) {
    if (error instanceof NotFoundError) return explainGone(id, context);
    if (!leavesOutcomeOpen(error)) throw error;
    return learnWhatHappened(saved, error, context);
  }
}

/** After a lost answer the list tells that the words were saved; when it does not, the service may still be at work. */
async function learnWhatHappened(
  saved: Extract<Outcome, { kind: 'triggers-saved' }>,
  error: AnyServiceError,
  context: OperationContext,
): Promise<Outcome> {
  try {
    const now = await readInstalledRow(saved.id, context);
    if (now && isSame(compareWords(now.triggerWords, saved.difference.after))) return saved;
  } catch (readError) {
    if (!isServiceError(readError)) throw readError;
  }
  return { kind: 'trouble', error, effect: 'unknown' };
}
