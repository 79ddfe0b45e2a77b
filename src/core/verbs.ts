import type { Command } from './command.ts';
import { EVERYDAY_WORDS, findEverydayWord } from './everyday-words.ts';
import { FEATURES } from './features/index.ts';
import type { Refusal } from './outcome.ts';
import { unquote } from './references.ts';
import { suggestClosest } from './text-matching.ts';
import { type LikelyLine, usageOf, type Verb, type VerbGroup, type VerbRow } from './verb.ts';

export { usageOf, type Verb, type VerbGroup } from './verb.ts';

const GROUPS: readonly VerbGroup[] = ['View', 'Change', 'Upload', 'Team', 'Help'];

const ALL = FEATURES.flatMap(({ verbs }) =>
  Object.entries<VerbRow>(verbs).map(([name, row]): Verb => ({ ...row, name })),
);

/** In the order in which the help lists them. */
export const VERBS: readonly Verb[] = GROUPS.flatMap((group) => ALL.filter((verb) => verb.group === group));

const BY_NAME = new Map(VERBS.map((verb) => [verb.name, verb]));

export const findVerb = (name: string): Verb | undefined => BY_NAME.get(name.toLowerCase());

export type Parsed = { ok: true; command: Command } | { ok: false; refusal: Refusal };

/**
 * Enough for fifty names of eighty characters. Limited because parsing time grows with the square of the length, and
 * Slack delivers messages of up to 40,000 characters.
 */
export const MAX_LINE = 4000;

/**
 * Parses the text after `/abilities`, or a button's command line. Empty text means the list; text without a verb is a
 * name to look up. Never throws: a refusal says what to type instead.
 */
export function parseCommand(text: string): Parsed {
  const line = text.trim();
  if (line.length > MAX_LINE) return { ok: false, refusal: { why: 'too-many', what: 'characters', max: MAX_LINE } };
  const { word, rest } = splitLine(line);
  const meant = findEverydayWord(word)?.toLine(rest) ?? null;
  if (meant !== null) return parseCommand(meant);
  const verb = findVerb(word === '' ? 'list' : word);
  if (!verb) return { ok: true, command: { verb: 'find', name: unquote(line) || line } };
  const usage = usageOf(verb);
  if (unquote(rest) === '' && verb.argument.startsWith('<')) {
    return { ok: false, refusal: { why: 'missing-argument', verb: verb.name, usage } };
  }
  const read = verb.read(rest);
  if (read && 'verb' in read && !('why' in read)) return { ok: true, command: read };
  const given = unquote(rest);
  return { ok: false, refusal: read ?? { why: 'bad-argument', verb: verb.name, usage, given } };
}

/** The verb at the start of a button's line. */
export const verbOfLine = (line: string): Verb | undefined => findVerb(splitLine(line).word);

/** The refusal of an unknown verb, which suggests the most similar one. */
export function unknownVerb(word: string, isFixedAccount = false): Refusal {
  return { why: 'unknown-verb', word, suggestion: suggestVerb(word, isFixedAccount) };
}

/**
 * The most similar verb or everyday word; null if none is similar.
 * @param isFixedAccount true if the operator sets the account, so that connect and disconnect are refused.
 */
function suggestWord(word: string, isFixedAccount: boolean): string | null {
  const names = VERBS.filter(({ onlyOwnAccount }) => !(isFixedAccount && onlyOwnAccount)).map(({ name }) => name);
  const everydayWords = EVERYDAY_WORDS.filter(({ isSuggested }) => isSuggested).map((one) => one.word);
  // If both are equally similar, the verb is preferred.
  const [verb, everyday] = [names, everydayWords].map((known) => suggestClosest(word, known.filter(mayMean(word))));
  if (!verb || !everyday) return (verb ?? everyday)?.word ?? null;
  return everyday.edits < verb.edits ? everyday.word : verb.word;
}

/** Excludes two letters inside a verb, which match by chance: `is` doesn't mean `disable`. */
const mayMean = (word: string) => (name: string) =>
  word.length > 2 || name.startsWith(word.toLowerCase()) || !name.includes(word.toLowerCase());

/** {@link suggestWord}, but an everyday word is replaced by its verb. */
export function suggestVerb(word: string, isFixedAccount = false): string | null {
  const suggested = suggestWord(word, isFixedAccount);
  return suggested === null ? null : (findEverydayWord(suggested)?.verb ?? suggested);
}

/** Corrects the verb of a line; null if no verb is similar. */
export function suggestLine(line: string, isFixedAccount = false): LikelyLine | null {
  const { rest, word } = splitLine(line.trim());
  const suggested = suggestWord(word, isFixedAccount);
  if (suggested === null) return null;
  const everyday = findEverydayWord(suggested);
  const meant = splitLine((everyday?.toLine(rest) ?? `${suggested} ${rest}`).trim());
  return { verb: meant.word, argument: parseCommand(`${meant.word} ${meant.rest}`).ok ? meant.rest : '' };
}

function splitLine(line: string): { word: string; rest: string } {
  const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  return { word, rest };
}
