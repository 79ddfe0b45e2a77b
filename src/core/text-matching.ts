/** Folds text for comparison: case, width, spacing, composed accents and invisible characters are ignored. */
export const fold = (text: string) => (PLAIN.test(text) ? text.toLowerCase() : foldAny(text));

/** Matches text that needs no further folding: most names, and an account may have thousands. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const foldAny = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Suggests words from a known list; reusable for several lookups. */
type Suggester = (asked: string, max?: number) => string[];

/** With more edits it would be a different name. Also bounds the time for comparing a long name with thousands. */
const MAX_EDITS = 5;

/**
 * Returns up to `max` known words similar to `asked`: first those that contain it, then those within an edit distance
 * of a third of its length, but at most {@link MAX_EDITS}.
 */
export const suggest = (asked: string, known: readonly string[], max = 3): string[] =>
  createSuggester(known)(asked, max);

export function createSuggester(known: readonly string[]): Suggester {
  const rank = createRanker(known);
  return (asked, max = 3) => rank(asked, max).map(({ word }) => word);
}

interface Ranked {
  word: string;
  /** Edit distance; 0 if the word contains the text that was looked for. */
  edits: number;
}

/** The most similar known word; undefined if none is similar. */
export const suggestClosest = (asked: string, known: readonly string[]): Ranked | undefined =>
  createRanker(known)(asked, 1)[0];

const collator = new Intl.Collator();

const comesBefore = (one: Ranked, other: Ranked): boolean =>
  one.edits < other.edits || (one.edits === other.edits && collator.compare(one.word, other.word) < 0);

function createRanker(known: readonly string[]): (asked: string, max: number) => Ranked[] {
  let folded: { word: string; text: string }[] | null = null;
  return (asked, max) => {
    const wanted = fold(asked);
    if (wanted === '') return [];
    const reach = Math.min(MAX_EDITS, Math.max(1, Math.floor(wanted.length / 3)));
    folded ??= [...new Set(known)].map((word) => ({ word, text: fold(word) }));
    const best: Ranked[] = [];
    // Keeps only the best, because sorting all would compare thousands of words that contain a short text.
    for (const { text, word } of folded) {
      const one = { word, edits: countEdits(wanted, text, reach) };
      if (one.edits > reach) continue;
      const at = best.findIndex((other) => comesBefore(one, other));
      best.splice(at === -1 ? best.length : at, 0, one);
      best.length = Math.min(best.length, max);
    }
    return best;
  };
}

/** Skips words whose length differs by more than `reach`, because there may be thousands. */
function countEdits(wanted: string, text: string, reach: number): number {
  if (text.includes(wanted)) return 0;
  return Math.abs(text.length - wanted.length) > reach ? Number.POSITIVE_INFINITY : editDistance(wanted, text, reach);
}

/**
 * Optimal string alignment distance; Infinity beyond `max`. Implemented here because the maintained packages count a
 * swap as two edits. Compares only prefixes whose lengths differ by at most `max`, because each extra letter is an
 * edit.
 */
function editDistance(from: string, to: string, max: number): number {
  const far = max + 1;
  let before = new Array<number>(to.length + 1).fill(far);
  let last = before.map((_, column) => Math.min(column, far));
  let current = [...before];
  let leastOfLast = 0;
  for (let row = 1; row <= from.length; row += 1) {
    const [first, end] = [Math.max(1, row - max), Math.min(to.length, row + max)];
    current[first - 1] = first === 1 ? Math.min(row, far) : far;
    let least = at(current, first - 1);
    const [letter, letterBefore] = [from.charCodeAt(row - 1), from.charCodeAt(row - 2)];
    for (let column = first; column <= end; column += 1) {
      const other = to.charCodeAt(column - 1);
      let edits = at(last, column - 1) + (letter === other ? 0 : 1);
      edits = Math.min(edits, at(last, column) + 1, at(current, column - 1) + 1);
      const isSwap = row > 1 && column > 1 && letter === to.charCodeAt(column - 2) && letterBefore === other;
      if (isSwap) edits = Math.min(edits, at(before, column - 2) + 1);
      current[column] = edits;
      least = Math.min(least, edits);
    }
    // Two rows must exceed the limit, because a swap counts as one edit.
    if (least > max && leastOfLast > max) return Number.POSITIVE_INFINITY;
    leastOfLast = least;
    [before, last, current] = [last, current, before];
  }
  const edits = at(last, to.length);
  return edits > max ? Number.POSITIVE_INFINITY : edits;
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;

/** Splits trigger words at commas and line breaks, without duplicates. */
export const splitWords = (text: string): string[] => uniqueWords(text.split(/[,\n]/));

/** Removes extra spaces, empty words and duplicates, of which the first spelling is kept. */
export function uniqueWords(words: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const word of words) {
    const tidy = word.replace(/\s+/g, ' ').trim();
    const folded = fold(tidy);
    if (folded !== '' && !unique.has(folded)) unique.set(folded, tidy);
  }
  return [...unique.values()];
}
