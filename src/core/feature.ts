import type { AuditTarget } from '../store/audit-record.ts';
import type { Change } from '../store/undo-record.ts';
import type { Requester } from './access.ts';
import { type AuditResult, unchanged } from './audit-result.ts';
import type { ChangeRows } from './change.ts';
import type { Command } from './command.ts';
import type { OperationContext } from './operation-context.ts';
import type { Outcome } from './outcome.ts';
import type { Verb, VerbLookup } from './verb.ts';
import type { Wanted } from './wanted.ts';

/** What a command runs with. */
export interface Run {
  context: OperationContext;
  requester: Requester;
  /** The table of all verbs is built from the features, so they cannot import it. */
  verbs: VerbLookup;
}

/** What a button carries that no line says. */
export interface Carried {
  /** The button answers a question that showed what will happen. */
  sure?: true;
  /** That question also showed that a second admin has to approve it. */
  waits?: true;
  /** Trigger words to add and to remove, and those that were shown as staying if all of them fitted. */
  words?: { add: string[]; remove: string[]; keep?: string[] };
}

/** Everything the rest of the bot needs to know about one kind of command. */
export interface CommandRow<C extends Command> {
  /** The verb whose role, account and name apply to it. */
  verb: string | ((command: C) => string);
  /** Whether it changes the account or the workspace's settings. All others show, ask or open a form. */
  changes: boolean | ((command: C) => boolean);
  /** Audited although it changes nothing. */
  audited?: true;
  /**
   * The line has no verb: a person's guess, which may hold a key after a misspelt verb. The audit log leaves such a line
   * out, and no button carries one.
   */
  isGuess?: true;
  /** What it is about, as requested: by name or by ID, before anything is looked up. */
  targets: (command: C) => AuditTarget[];
  /** What to do with the Ability or Agent that is chosen if the named one is ambiguous or unknown. */
  wanted?: (command: C) => Wanted | 'unassign';
  /**
   * `at-once`: it opens a form that needs no data from the service. A function returns the title of the form it is sure
   * to open, or null. `asks`: the button was sure that a form follows.
   */
  form?: 'at-once' | ((command: C, asks: boolean) => string | null);
  /** The command with what its button carries beside the line; the command itself unless said. */
  complete?: (command: C, carried: Carried) => Command;
  run: (command: C, run: Run) => Outcome | Promise<Outcome>;
}

/** The members of a union of commands that have this verb. */
export type CommandOf<C extends Command, V> = C extends { verb: infer W } ? (V extends W ? C : never) : never;

/** One row for each verb of these commands. */
export type CommandRows<C extends Command> = { [V in C['verb']]: CommandRow<CommandOf<C, V>> };

/** What an outcome leaves behind. */
export interface OutcomeRow<O extends Outcome> {
  /** How the audit log describes it. `auditOf` describes another outcome that this one contains. */
  audit: (outcome: O, auditOf: (contained: Outcome) => AuditResult) => AuditResult;
  /**
   * What it changed on the account, for the undo log; null if it changed nothing, or if nobody knows whether it did.
   * `changeOf` does the same for another outcome that this one contains.
   */
  change: ((outcome: O, changeOf: (contained: Outcome) => Change | null) => Change | null) | null;
}

/** Of an outcome that only shows or asks something. */
export const SHOWS: OutcomeRow<Outcome> = { audit: () => unchanged([]), change: null };

/** The members of a union of outcomes that have this kind. */
export type OutcomeOf<O extends Outcome, K> = O extends { kind: infer W } ? (K extends W ? O : never) : never;

/** One row for each kind of these outcomes. */
export type OutcomeRows<O extends Outcome> = { [K in O['kind']]: OutcomeRow<OutcomeOf<O, K>> };

/**
 * All that one feature adds to the core: verbs join in `verbs.ts`, commands and outcomes in `registry.ts`, records in
 * `features/undo.ts`, types in `command.ts` and `outcome.ts`.
 */
export interface Feature<C extends Command, O extends Outcome, S extends Change = never> {
  verbs: Record<string, Verb>;
  commands: CommandRows<C>;
  outcomes: OutcomeRows<O>;
  /** How each change it writes to the undo log is named, undone and replayed. */
  records?: ChangeRows<S>;
}
