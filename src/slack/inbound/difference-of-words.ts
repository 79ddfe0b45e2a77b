import type { WordsChange } from '../../core/command.ts';

/**
 * What was done to the words in a form, told against those it showed: so a word that somebody else adds meanwhile stays.
 * Null when nothing was.
 */
export function differenceOfWords(base: readonly string[], typed: readonly string[]): WordsChange | null {
  const add = typed.filter((word) => !base.includes(word));
  const remove = base.filter((word) => !typed.includes(word));
  return add.length + remove.length === 0 ? null : { kind: 'edit', add, remove };
}
