import type { Change, UndoRecord } from '../../store/undo-record.ts';
import { countAbilities, someNames } from './ability.ts';
import { day } from './kit.ts';
import { byWhom } from './mentions.ts';

/** Characters of the change: longer ones would take two lines. */
const MAX_CHANGE = 80;

/**
 * What was changed, by whom and when, on one line: of many Abilities, it says how many.
 * @param wordsOf the change, without person and time.
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

/** The number of its Abilities in place of their names. */
const withCount = (words: string, change: Change): string =>
  'items' in change ? words.replace(someNames(change.items), countAbilities(change.items.length)) : words;
