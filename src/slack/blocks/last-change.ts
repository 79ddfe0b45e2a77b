import type { Change, UndoRecord } from '../../store/undo-record.ts';
import { countAbilities, someNames } from './ability.ts';
import { day } from './kit.ts';
import { byWhom } from './mentions.ts';

/** The maximum length of the change, in characters, so that the line doesn't wrap. */
const MAX_CHANGE = 80;

/**
 * A change with its person and time, on one line. A long list of Abilities is replaced by their number.
 * @param wordsOf words the change, without person and time.
 */
export function lastChangeLine(
  { at, change, userId }: UndoRecord,
  reader: string,
  wordsOf: (change: Change) => string,
): string {
  const full = wordsOf(change);
  const words = full.length > MAX_CHANGE ? withCount(full, change) : full;
  const by = byWhom(userId, reader);
  return words.length > MAX_CHANGE || words.includes('\n')
    ? `Last change: ${day(at)} ${by}`
    : `${words} ${by} · ${day(at)}`;
}

/** Replaces the names of the change's Abilities by their number. */
const withCount = (words: string, change: Change): string =>
  'items' in change ? words.replace(someNames(change.items), countAbilities(change.items.length)) : words;
