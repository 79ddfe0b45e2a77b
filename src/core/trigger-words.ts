import { unquote } from './references.ts';
import { fold, uniqueWords } from './text-matching.ts';

/** A change of trigger words. `edit` changes only the given words, so words that others add concurrently are kept. */
export type WordsChange =
  /** `whole`: the unsplit text of `remove`, in case it is a single trigger word with a comma. */
  { kind: 'edit'; add: string[]; remove: string[]; whole?: string } | { kind: 'replace'; words: string[] };

/** Changes by others since the trigger words were shown, as far as they still apply. */
export interface WordsMeanwhile {
  added: string[];
  removed: string[];
  /** Absent if the change was made outside Slack. */
  by?: string;
}

/** Trigger words before and after a change. */
export interface WordsDifference {
  before: string[];
  after: string[];
  added: string[];
  removed: string[];
  kept: string[];
  /** Absent if there were none, or if it is unknown which trigger words were shown. */
  meanwhile?: WordsMeanwhile;
}

/** A parsed request about trigger words. `form` opens the form with all of them. */
interface WordsEntry {
  /** As typed, without quotes; empty if no name was given. */
  name: string;
  entry: 'show' | 'form' | WordsChange;
}

const HOLDS_MARK = /(?<!\S)(?:add|remove|replace|edit):/i;
const STARTS_QUOTED = /^["“”„«»]/;
/** A quoted name may contain a mark. */
const QUOTED = /^\s*(?:["“”„«»](.*?)["“”„«»]|['‘’‚](.*?)['‘’‚])(?=\s*$|\s+(?:add|remove|replace|edit):)/is;
const MARK = /(?<!\S)(add|remove|replace|edit):/iy;
/** Words in double quotes may contain commas and marks. Single quotes may be part of a word. */
const QUOTED_WORD = /["“”„«»](.*?)["“”„«»](?=\s*(?:$|[,\n])|\s+(?:["“”„«»]|(?:add|remove|replace|edit):))/isy;
const WORD_ENDS = /[,\n]|(?<!\S)(?:add|remove|replace|edit):|$/gi;
/** A text that consists of opening quotes must not take long. */
const MAX_QUOTED = 200;

type Key = 'add' | 'remove' | 'replace' | 'edit';

/** The text after one mark, both split into words and unsplit. */
interface Part {
  key: Key;
  words: string[];
  text: string;
}

/**
 * Parses `Weather`, `Weather add: rain, snow remove: "hey, you"`, `Weather replace: rain, snow` or `Weather edit:`.
 * Null if the marks can't be combined, or one has no words.
 */
export function readWordsChange(text: string): WordsEntry | null {
  const quoted = QUOTED.exec(text);
  const after = quoted ? text.slice(quoted[0].length) : text;
  const first = HOLDS_MARK.exec(after)?.index;
  const name = quoted ? (quoted[1] ?? quoted[2] ?? '').trim() : unquote(after.slice(0, first));
  if (first === undefined) return { name, entry: 'show' };
  const parts = readParts(after.slice(first));
  const [only] = parts;
  if (only?.key === 'edit') return parts.length === 1 && only.text === '' ? { name, entry: 'form' } : null;
  if (parts.some(({ key, words }) => key === 'edit' || words.length === 0)) return null;
  const of = (wanted: Key) => parts.filter(({ key }) => key === wanted);
  const wordsOf = (wanted: Key) => uniqueWords(of(wanted).flatMap(({ words }) => words));
  const [add, remove, words] = [wordsOf('add'), wordsOf('remove'), wordsOf('replace')];
  if (words.length === 0) return { name, entry: { kind: 'edit', add, remove, ...wholeOf(of('remove')) } };
  return add.length + remove.length === 0 ? { name, entry: { kind: 'replace', words } } : null;
}

/** The unsplit text, if splitting changed it: it may be a single existing trigger word. */
function wholeOf([part, ...others]: readonly Part[]): { whole?: string } {
  if (!part || others.length > 0 || part.text.includes('\n')) return {};
  return part.words.length === 1 && part.words[0] === part.text ? {} : { whole: part.text };
}

/** Reads a text that starts with a mark. */
function readParts(text: string): Part[] {
  const parts: Part[] = [];
  let open: { key: Key; words: string[]; from: number } | null = null;
  const close = (end: number) => {
    if (open) parts.push({ key: open.key, words: uniqueWords(open.words), text: text.slice(open.from, end).trim() });
  };
  let quotes = 0;
  for (let at = 0; at < text.length; ) {
    const mark = matchAt(MARK, text, at);
    if (mark) {
      close(at);
      at += mark[0].length;
      open = { key: toKey(mark[1]), words: [], from: at };
      continue;
    }
    quotes += STARTS_QUOTED.test(text.charAt(at)) ? 1 : 0;
    const quoted = quotes <= MAX_QUOTED ? matchAt(QUOTED_WORD, text, at) : null;
    if (quoted) {
      open?.words.push(quoted[1] ?? '');
      at += quoted[0].length;
    } else if (/[\s,]/.test(text.charAt(at))) {
      at += 1;
    } else {
      const end = matchAt(WORD_ENDS, text, at)?.index ?? text.length;
      open?.words.push(text.slice(at, end));
      at = end;
    }
  }
  close(text.length);
  return parts;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function toKey(mark: string | undefined): Key {
  const key = mark?.toLowerCase();
  return key === 'add' || key === 'remove' || key === 'replace' ? key : 'edit';
}

/** Words to add and to remove, compared after folding. All other words are kept. */
interface WordsEdit {
  kind: 'edit';
  add: string[];
  remove: string[];
}

/** The edit that turns `base` into `wanted`. A word whose spelling changes is removed and added. */
export function editBetween(base: readonly string[], wanted: readonly string[]): WordsEdit {
  const words = uniqueWords(wanted);
  const { added, kept, removed } = compareWords(base, words);
  // Removing a word removes all its spellings, so a spelling that should stay is added again.
  const gone = new Set(removed.map(fold));
  return { kind: 'edit', add: [...added, ...kept.filter((word) => gone.has(fold(word)))], remove: removed };
}

/** The intended edit: the text after `remove:` is one trigger word if the Ability has it, otherwise several. */
export function meantEdit({ add, remove, whole }: WordsEdit & { whole?: string }, there: readonly string[]): WordsEdit {
  const asOne = whole === undefined ? [] : there.filter((word) => fold(word) === fold(whole));
  return { kind: 'edit', add, remove: asOne.length > 0 ? asOne : remove };
}

/** Applies an edit: keeps the remaining words in order, and appends the new ones. */
export function editWords(words: readonly string[], { add, remove }: Omit<WordsEdit, 'kind'>): string[] {
  const unwanted = new Set(remove.map(fold));
  const kept = words.filter((word) => !unwanted.has(fold(word)));
  const known = new Set(kept.map(fold));
  return [...kept, ...uniqueWords(add).filter((word) => !known.has(fold(word)))];
}

/** Compares words exactly, ignoring order. */
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

/** Adds what others have changed since the words `seen` were shown, as far as this change keeps it. */
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

export const meanwhileOf = ({ meanwhile }: WordsDifference) => (meanwhile ? { meanwhile } : {});

export const isSame = ({ added, removed }: WordsDifference): boolean => added.length + removed.length === 0;

/**
 * The inverse of {@link readWordsChange}: `add: rain, snow remove: "hey, you"`. Null if the line would parse
 * differently, as for a word with both kinds of quotes.
 */
export function writeWordsChange(change: WordsChange): string | null {
  const text = write(change);
  const readBack = readWordsChange(`x ${text}`)?.entry;
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

const wordsOf = (entry: WordsChange | 'show' | 'form') =>
  typeof entry === 'string' ? null : entry.kind === 'edit' ? [entry.add, entry.remove] : entry.words;

interface Worded {
  triggerWords: readonly string[];
}

/** Null if no row of the list has trigger words, because the service then doesn't list them. */
export const listedWords = ({ triggerWords }: Worded, all: readonly Worded[]): readonly string[] | null =>
  all.some((one) => one.triggerWords.length > 0) ? triggerWords : null;

/** Compares after splitting at commas and folding, because the service splits too, and may change the spelling. */
export function missingWords(expected: readonly string[], shown: readonly string[]): string[] {
  const split = (words: readonly string[]) => words.flatMap((word) => word.split(',')).map((word) => word.trim());
  const there = new Set(split(shown).map(fold));
  return split(expected).filter((word) => word !== '' && !there.has(fold(word)));
}
