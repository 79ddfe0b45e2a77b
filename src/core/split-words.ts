import { fold } from './suggest.ts';

/** Trigger words as people write them: separated by commas or one a line. Those that read alike are one. */
export const splitWords = (text: string): string[] => uniqueWords(text.split(/[,\n]/));

/** Each word once, as it was written first, without needless spaces; empty ones are dropped. */
export function uniqueWords(words: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const word of words) {
    const tidy = word.replace(/\s+/g, ' ').trim();
    const folded = fold(tidy);
    if (folded !== '' && !unique.has(folded)) unique.set(folded, tidy);
  }
  return [...unique.values()];
}
