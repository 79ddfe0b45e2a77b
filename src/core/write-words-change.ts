import type { WordsChange } from './command.ts';
import { HOLDS_MARK, readWordsChange, STARTS_QUOTED } from './read-words-change.ts';

/**
 * The inverse of reading it: `add: rain, snow remove: "hey, you"`. Null when it would be read as something else, as with
 * quotes that no other quotes can hold.
 */
export function writeWordsChange(change: WordsChange): string | null {
  const text = write(change);
  const readBack = readWordsChange(`x ${text}`)?.wish;
  return JSON.stringify(readBack && wordsOf(readBack)) === JSON.stringify(wordsOf(change)) ? text : null;
}

function write(change: WordsChange): string {
  if (change.kind === 'replace') return `replace: ${writeWords(change.words)}`;
  const { add, remove, whole } = change;
  return [
    add.length > 0 ? `add: ${writeWords(add)}` : '',
    remove.length > 0 ? `remove: ${whole ?? writeWords(remove)}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const writeWords = (words: readonly string[]) => words.map(writeWord).join(', ');

const writeWord = (word: string) =>
  word.includes(',') || STARTS_QUOTED.test(word) || HOLDS_MARK.test(word) ? `"${word}"` : word;

const wordsOf = (wish: WordsChange | 'show' | 'form') =>
  typeof wish === 'string' ? null : wish.kind === 'edit' ? [wish.add, wish.remove] : wish.words;
