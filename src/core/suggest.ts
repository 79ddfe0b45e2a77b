import { distance } from 'fastest-levenshtein';

/** Text as people compare it: case, width, spacing and accents written differently do not count, nor do invisible characters. */
export const fold = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * Up to `most` of the known words that are likely meant by `asked`: those that contain it, then those within a third
 * of its length in edits.
 */
export function suggest(asked: string, known: readonly string[], most = 3): string[] {
  const wanted = fold(asked);
  if (wanted === '') return [];
  const reach = Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(known)]
    .map((word) => {
      const folded = fold(word);
      return { word, edits: folded.includes(wanted) ? 0 : distance(wanted, folded) };
    })
    .filter(({ edits }) => edits <= reach)
    .sort((a, b) => a.edits - b.edits || a.word.localeCompare(b.word))
    .slice(0, most)
    .map(({ word }) => word);
}
