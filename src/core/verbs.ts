import { ACCOUNT_VERBS } from './account-verbs.ts';
import { APPROVAL_VERBS } from './approval-verbs.ts';
import { CHANGE_VERBS } from './change-verbs.ts';
import { findEverydayWord } from './everyday-words.ts';
import { LOOK_VERBS } from './look-verbs.ts';
import { unquote } from './quotes.ts';
import { TEAM_VERBS } from './team-verbs.ts';
import { UPLOAD_VERBS } from './upload-verbs.ts';
import { EVERYWHERE, type Verb } from './verb.ts';

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
