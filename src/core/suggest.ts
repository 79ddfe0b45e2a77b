/** Text as people compare it: case, width, spacing and accents written differently do not count, nor do invisible characters. */
export const fold = (text: string) => (PLAIN.test(text) ? text.toLowerCase() : foldAny(text));

/** Most names are, and an account may have thousands. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const foldAny = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Finds what may be meant among the same known words, for several that are asked. */
export type Suggester = (asked: string, most?: number) => string[];

/**
 * Up to `most` of the known words that are likely meant by `asked`: those that contain it, then those within a third
 * of its length in edits.
 */
export const suggest = (asked: string, known: readonly string[], most = 3): string[] =>
  createSuggester(known)(asked, most);

export function createSuggester(known: readonly string[]): Suggester {
  let folded: { word: string; text: string }[] | null = null;
  return (asked, most = 3) => {
    const wanted = fold(asked);
    if (wanted === '') return [];
    const reach = Math.max(1, Math.floor(wanted.length / 3));
    folded ??= [...new Set(known)].map((word) => ({ word, text: fold(word) }));
    return folded
      .map(({ text, word }) => ({ word, edits: countEdits(wanted, text, reach) }))
      .filter(({ edits }) => edits <= reach)
      .sort((a, b) => a.edits - b.edits || a.word.localeCompare(b.word))
      .slice(0, most)
      .map(({ word }) => word);
  };
}

/** Skips words that differ more than this in length: an account may have thousands. */
function countEdits(wanted: string, text: string, reach: number): number {
  if (text.includes(wanted)) return 0;
  return Math.abs(text.length - wanted.length) > reach ? Number.POSITIVE_INFINITY : editDistance(wanted, text, reach);
}

/**
 * Optimal string alignment distance. The maintained packages count a swap as two edits. Infinity beyond `most`.
 */
function editDistance(from: string, to: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const edits = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap && row > 1 && column > 1 ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      current.push(edits);
      least = Math.min(least, edits);
    }
    // A swap counts as one edit.
    if (least > most && Math.min(...last) > most) return Number.POSITIVE_INFINITY;
    [before, last] = [last, current];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
