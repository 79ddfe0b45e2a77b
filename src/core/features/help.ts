import { unquote } from '../references.ts';
import { findEverydayWord } from '../text-matching.ts';
import { EVERYWHERE, type Verb } from '../verb.ts';

export type HelpCommand = { verb: 'help'; about: string | null };

/** `fixedAccount`: the operator sets the account, so connect and disconnect are not offered. */
export type HelpOutcome = { kind: 'help'; about: string | null; fixedAccount?: true };

export const helpFeature = {
  verbs: {
    help: {
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
    },
  } satisfies Record<string, Verb>,
};

const verbToExplain = (word: string): string | null => findEverydayWord(word)?.verb ?? (word || null);
