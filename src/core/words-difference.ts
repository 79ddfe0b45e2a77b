import type { WordsDifference } from './outcome.ts';
import { uniqueWords } from './split-words.ts';
import { fold } from './suggest.ts';

/** What is added and removed, as people compare words. What is not named stays, whoever added it. */
export interface WordsEdit {
  kind: 'edit';
  add: string[];
  remove: string[];
}

/** The edit that makes `wanted` of `base`: a word that is only written in another way is removed and added. */
export function editBetween(base: readonly string[], wanted: readonly string[]): WordsEdit {
  const words = uniqueWords(wanted);
  const { added, kept, removed } = compareWords(base, words);
  // Removing takes every way of writing a word, so that the one which stays is added again.
  const gone = new Set(removed.map(fold));
  return { kind: 'edit', add: [...added, ...kept.filter((word) => gone.has(fold(word)))], remove: removed };
}

/**
 * The edit that is meant: what stood behind `remove:` is one word when there is such a word, and several otherwise.
 */
export function meantEdit({ add, remove, whole }: WordsEdit & { whole?: string }, there: readonly string[]): WordsEdit {
  const asOne = whole === undefined ? [] : there.filter((word) => fold(word) === fold(whole));
  return { kind: 'edit', add, remove: asOne.length > 0 ? asOne : remove };
}

/** The words after the edit: those that stay, in their order, then those that are new. */
export function editWords(words: readonly string[], { add, remove }: Omit<WordsEdit, 'kind'>): string[] {
  const unwanted = new Set(remove.map(fold));
  const kept = words.filter((word) => !unwanted.has(fold(word)));
  const known = new Set(kept.map(fold));
  return [...kept, ...uniqueWords(add).filter((word) => !known.has(fold(word)))];
}

/** To the letter, and without regard to their order. */
export function compareWords(before: readonly string[], after: readonly string[]): WordsDifference {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    before: [...before],
    after: [...after],
    added: after.filter((word) => !had.has(word)),
    removed: before.filter((word) => !has.has(word)),
    kept: before.filter((word) => has.has(word)),
  };
}

/** The same, with what somebody else did since the words `seen` were shown, as far as the change leaves it so. */
export function withMeanwhile(difference: WordsDifference, seen: readonly string[] | undefined): WordsDifference {
  if (!seen) return difference;
  const { added, removed } = compareWords(seen, difference.before);
  const after = new Set(difference.after);
  const meanwhile = {
    added: added.filter((word) => after.has(word)),
    removed: removed.filter((word) => !after.has(word)),
  };
  return meanwhile.added.length + meanwhile.removed.length === 0 ? difference : { ...difference, meanwhile };
}

/** What was done meanwhile, on its own; nothing where nothing was. */
export const meanwhileOf = ({ meanwhile }: WordsDifference) => (meanwhile ? { meanwhile } : {});

export const isSame = ({ added, removed }: WordsDifference): boolean => added.length + removed.length === 0;
