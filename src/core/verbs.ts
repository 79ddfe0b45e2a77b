import { CHANGE_VERBS, UPLOAD_VERBS } from './change-verbs.ts';
import type { Command } from './command.ts';
import { LOOK_VERBS } from './look-verbs.ts';
import type { Refusal } from './outcome.ts';
import { unquote } from './references.ts';
import { ACCOUNT_VERBS, APPROVAL_VERBS, TEAM_VERBS } from './team-verbs.ts';
import { findEverydayWord, suggest } from './text-matching.ts';
import { EVERYWHERE, type LikelyLine, usageOf, type Verb } from './verb.ts';

export { type Place, usageOf, type Verb, type VerbGroup } from './verb.ts';

const HELP: Verb = {
  name: 'help',
  group: 'Help',
  role: 'none',
  needsAccount: false,
  argument: '[verb]',
  summary: 'What can be said here.',
  examples: ['help', 'help delete'],
  tryLine: 'help',
  places: EVERYWHERE,
  read: (argument) => ({ verb: 'help', about: verbToExplain(unquote(argument).toLowerCase()) }),
};

const verbToExplain = (word: string): string | null => findEverydayWord(word)?.verb ?? (word || null);

/** Every verb, in the order in which the help names them. */
export const VERBS: readonly Verb[] = [
  ...LOOK_VERBS,
  ...CHANGE_VERBS,
  ...UPLOAD_VERBS,
  ...TEAM_VERBS,
  ...ACCOUNT_VERBS,
  ...APPROVAL_VERBS,
  HELP,
];

const BY_NAME = new Map(VERBS.map((verb) => [verb.name, verb]));

export const findVerb = (name: string): Verb | undefined => BY_NAME.get(name.toLowerCase());

export type Parsed = { ok: true; command: Command } | { ok: false; refusal: Refusal };

/**
 * Reads the text after `/abilities`, or a button's command line, into a command. Nothing typed means the list, and what
 * begins with no verb is a name to look for. Never throws: what cannot be read comes back as a refusal that says what to
 * write instead.
 */
export function parseCommand(text: string): Parsed {
  const line = text.trim();
  const { word, rest } = splitLine(line);
  const everyday = findEverydayWord(word);
  if (everyday) return parseCommand(everyday.toLine(rest));
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

/** A word that is no verb, with the verb that is probably meant. */
export function unknownVerb(word: string, isFixedAccount = false): Refusal {
  return { why: 'unknown-verb', word, suggestion: suggestVerb(word, isFixedAccount) };
}

/**
 * The most similar verb; null if none is similar.
 * @param isFixedAccount whether the operator sets the account: connect and disconnect are refused then.
 */
export function suggestVerb(word: string, isFixedAccount = false): string | null {
  const names = VERBS.filter(({ onlyOwnAccount }) => !(isFixedAccount && onlyOwnAccount)).map(({ name }) => name);
  return suggest(word, names, 1)[0] ?? null;
}

/** Corrects the verb of a line; null if no verb is similar. */
export function suggestLine(line: string, isFixedAccount = false): LikelyLine | null {
  const { rest, word } = splitLine(line.trim());
  const verb = suggestVerb(word, isFixedAccount);
  if (verb === null) return null;
  return { verb, argument: parseCommand(`${verb} ${rest}`).ok ? rest : '' };
}

function splitLine(line: string): { word: string; rest: string } {
  const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  return { word, rest };
}
