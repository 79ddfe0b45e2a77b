import { findEverydayWord } from '../everyday-words.ts';
import { type Feature, type Run, SHOWS } from '../feature.ts';
import type { Outcome } from '../outcome.ts';
import { unquote } from '../references.ts';

/** `about`: a verb, or `all` for every command. */
export type HelpCommand = { verb: 'help'; about: string | null };

/** `fixedAccount`: the operator sets the account, so help omits connect and disconnect. */
export type HelpOutcome = { kind: 'help'; about: string | null; fixedAccount?: true };

export const helpFeature: Feature<HelpCommand, HelpOutcome> = {
  verbs: {
    help: {
      group: 'Help',
      role: 'none',
      needsAccount: false,
      argument: '[command]',
      summary: 'Show help, or explain one command.',
      examples: ['help', 'help all', 'help delete'],
      homeLabel: 'Help',
      tryLine: 'help',
      read: (argument) => ({ verb: 'help', about: verbToExplain(unquote(argument).toLowerCase()) }),
    },
  },
  commands: {
    help: {
      changes: false,
      ofAnyAccount: true,
      run: ({ about }, run) => explainVerb(about, run),
    },
  },
  outcomes: {
    help: SHOWS,
  },
  records: {},
};

export const ALL_COMMANDS = 'all';

const verbToExplain = (word: string): string | null => findEverydayWord(word)?.verb ?? (word || null);

function explainVerb(about: string | null, { context, verbs }: Run): Outcome {
  const isFixed = context.connection.kind === 'fixed';
  if (about === null || about === ALL_COMMANDS)
    return { kind: 'help', about, fixedAccount: isFixed ? true : undefined };
  const verb = verbs.findVerb(about);
  if (verb?.onlyOwnAccount && isFixed) return { kind: 'refused', refusal: { why: 'key-fixed' } };
  return verb ? { kind: 'help', about } : { kind: 'refused', refusal: verbs.unknownVerb(about, isFixed) };
}
