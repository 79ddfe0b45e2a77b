import { formatAgentRef, parseAgentRef, takeQuoted, unquote } from './references.ts';

/** An alias of a verb, replaced before parsing. */
interface EverydayWord {
  word: string;
  /** The verb whose help applies. */
  verb: string;
  toLine: (argument: string) => string;
}

const as = (word: string, verb: string): EverydayWord => ({
  word,
  verb,
  toLine: (argument) => `${verb} ${argument}`,
});

/** An Agent's list is changed in its form, which changes nothing before Save. */
const formOf = (agent: string) => `assign ${formatAgentRef(parseAgentRef(unquote(agent)))}`;

/** `Weather from Echo`: the last preposition outside quotes counts. */
const agentBehind = (preposition: RegExp, argument: string): string | undefined =>
  preposition.exec(takeQuoted(argument)?.rest ?? argument)?.[1];

const FROM_AGENT = /^.*\sfrom\s+(\S.*)$/is;
const TO_AGENT = /^.*\s(?:to|on)\s+(\S.*)$/is;

/** Without a name: upload. With one: its card, which has a button to assign it. */
function addLine(argument: string): string {
  if (unquote(argument) === '') return 'upload';
  const agent = agentBehind(TO_AGENT, argument);
  return agent === undefined ? `show ${argument}` : formOf(agent);
}

/** From an Agent, or from the account: `delete` asks for confirmation. */
function removeLine(argument: string): string {
  const agent = agentBehind(FROM_AGENT, argument);
  return agent === undefined ? `delete ${argument}` : formOf(agent);
}

export const EVERYDAY_WORDS: readonly EverydayWord[] = [
  as('ls', 'list'),
  as('on', 'enable'),
  as('off', 'disable'),
  { word: 'add', verb: 'assign', toLine: addLine },
  { word: 'install', verb: 'assign', toLine: addLine },
  { word: 'remove', verb: 'delete', toLine: removeLine },
  { word: 'rm', verb: 'delete', toLine: removeLine },
];

const BY_WORD = new Map(EVERYDAY_WORDS.map((everyday) => [everyday.word, everyday]));

export const findEverydayWord = (word: string): EverydayWord | undefined => BY_WORD.get(word.toLowerCase());

/** Folds text for comparison: case, width, spacing, composed accents and invisible characters are ignored. */
export const fold = (text: string) => (PLAIN.test(text) ? text.toLowerCase() : foldAny(text));

/** A fast path: most names match, and an account may have thousands. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const foldAny = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Suggests words from one known list, for several lookups. */
type Suggester = (asked: string, most?: number) => string[];

/**
 * Up to `most` known words similar to `asked`: first those that contain it, then those within an edit distance of a
 * third of its length.
 */
export const suggest = (asked: string, known: readonly string[], most = 3): string[] =>
  createSuggester(known)(asked, most);

export function createSuggester(known: readonly string[]): Suggester {
  const rank = createRanker(known);
  return (asked, most = 3) =>
    rank(asked)
      .slice(0, most)
      .map(({ word }) => word);
}

interface Ranked {
  word: string;
  /** Edit distance; 0 if it contains the word that was asked for. */
  edits: number;
}

/** The most similar of a few known words; undefined if none is similar. */
export const suggestClosest = (asked: string, known: readonly string[]): Ranked | undefined =>
  createRanker(known)(asked)[0];

function createRanker(known: readonly string[]): (asked: string) => Ranked[] {
  let folded: { word: string; text: string }[] | null = null;
  return (asked) => {
    const wanted = fold(asked);
    if (wanted === '') return [];
    const reach = Math.max(1, Math.floor(wanted.length / 3));
    folded ??= [...new Set(known)].map((word) => ({ word, text: fold(word) }));
    return folded
      .map(({ text, word }) => ({ word, edits: countEdits(wanted, text, reach) }))
      .filter(({ edits }) => edits <= reach)
      .sort((a, b) => a.edits - b.edits || a.word.localeCompare(b.word));
  };
}

/** Skips words whose length differs by more than `reach`: an account may have thousands. */
function countEdits(wanted: string, text: string, reach: number): number {
  if (text.includes(wanted)) return 0;
  return Math.abs(text.length - wanted.length) > reach ? Number.POSITIVE_INFINITY : editDistance(wanted, text, reach);
}

/** Optimal string alignment distance; Infinity beyond `most`. The maintained packages count a swap as two edits. */
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

/** Splits trigger words at commas and line breaks, without duplicates. */
export const splitWords = (text: string): string[] => uniqueWords(text.split(/[,\n]/));

/** Removes duplicates (the first spelling stays), extra spaces and empty words. */
export function uniqueWords(words: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const word of words) {
    const tidy = word.replace(/\s+/g, ' ').trim();
    const folded = fold(tidy);
    if (folded !== '' && !unique.has(folded)) unique.set(folded, tidy);
  }
  return [...unique.values()];
}
