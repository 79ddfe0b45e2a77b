import { formatAgentRef, parseAgentRef, takeQuoted, unquote } from './references.ts';

/** An alias of a verb, replaced before parsing. */
interface EverydayWord {
  word: string;
  /** The verb whose help applies. */
  verb: string;
  /** Null for the name of something. */
  toLine: (argument: string) => string | null;
  /** A word that many names begin with is not suggested for a similar one. */
  isSuggested: boolean;
}

const as = (word: string, verb: string): EverydayWord => ({
  word,
  verb,
  toLine: (argument) => `${verb} ${argument}`,
  isSuggested: true,
});

const EVERYTHING = /^(?:all|everything|now|please|it|for now|everything now)?[.!]*$/i;

/** Means a verb as the whole text only: `Stop Watch` and `Schedule Helper` are names. */
const alone = (word: string, verb: string, line = verb): EverydayWord => ({
  word,
  verb,
  toLine: (argument) => (EVERYTHING.test(argument.trim()) ? line : null),
  isSuggested: false,
});

/** `Pause for Thought` is a name. */
const WITH_TIME =
  /^(?:(?:all|everything)\s+)?(?:(?:until|till)\s+\S|for\s+(?:\d|half\b|an?\s+(?:minute|hour|day|week)\b))/i;

/** Alone it opens the form, since one word would disable everything. */
const asQuiet = (word: string): EverydayWord => {
  const opens = alone(word, 'quiet', 'quiet choose:');
  return {
    ...opens,
    toLine: (argument) => (WITH_TIME.test(argument) ? `quiet ${argument}` : opens.toLine(argument)),
  };
};

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
  asQuiet('mute'),
  asQuiet('pause'),
  asQuiet('silence'),
  asQuiet('stop'),
  as('unmute', 'resume'),
  as('unpause', 'resume'),
  alone('plan', 'scheduled'),
  alone('planned', 'scheduled'),
  alone('plans', 'scheduled'),
  alone('schedule', 'scheduled'),
  { word: 'add', verb: 'assign', toLine: addLine, isSuggested: true },
  { word: 'install', verb: 'assign', toLine: addLine, isSuggested: true },
  { word: 'remove', verb: 'delete', toLine: removeLine, isSuggested: true },
  { word: 'rm', verb: 'delete', toLine: removeLine, isSuggested: true },
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
type Suggester = (asked: string, max?: number) => string[];

/** More would be another name; and a long name is compared with thousands. */
const MAX_EDITS = 5;

/**
 * Up to `max` known words similar to `asked`: first those that contain it, then those within an edit distance of a
 * third of its length, at most {@link MAX_EDITS}.
 */
export const suggest = (asked: string, known: readonly string[], max = 3): string[] =>
  createSuggester(known)(asked, max);

export function createSuggester(known: readonly string[]): Suggester {
  const rank = createRanker(known);
  return (asked, max = 3) => rank(asked, max).map(({ word }) => word);
}

interface Ranked {
  word: string;
  /** Edit distance; 0 if it contains the word that was asked for. */
  edits: number;
}

/** The most similar of a few known words; undefined if none is similar. */
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
    // Sorting all would compare thousands that contain a short word.
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

/** Skips words whose length differs by more than `reach`, because an account may have thousands. */
function countEdits(wanted: string, text: string, reach: number): number {
  if (text.includes(wanted)) return 0;
  return Math.abs(text.length - wanted.length) > reach ? Number.POSITIVE_INFINITY : editDistance(wanted, text, reach);
}

/**
 * Optimal string alignment distance; Infinity beyond `max`. The maintained packages count a swap as two edits.
 * Compares only prefixes whose lengths differ by at most `max`, since each letter of difference is an edit.
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
    // A swap counts as one edit.
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
