import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { ByTag } from '../base/by-tag.ts';
import type { AuditTarget } from '../store/audit-record.ts';
import type { Quiet } from '../store/quiet-record.ts';
import type { Change } from '../store/undo-record.ts';
import type { Requester } from './access.ts';
import { type AuditResult, unchanged } from './audit-result.ts';
import type { AgentLists, ChangeLookup, ChangeRows } from './change.ts';
import type { Command } from './command.ts';
import type { PlannedRow } from './features/timed/timed.ts';
import type { NextAction } from './next-action.ts';
import type { OperationContext } from './operation-context.ts';
import type { Outcome } from './outcome.ts';
import type { VerbLookup, VerbRow } from './verb.ts';

export interface Run {
  context: OperationContext;
  requester: Requester;
  /** ID of its entry in the audit log; null if it has none. */
  attemptId: string | null;
  /** The table of all verbs is built from the features, so they cannot import it. */
  verbs: VerbLookup;
  /** The table of all recorded changes, likewise. */
  changes: ChangeLookup;
}

/** Fields of a button value beside its command line. */
export interface Carried {
  /** The button confirms a message that described the effect. */
  sure?: true;
  /** The question also said that a second admin has to approve it. */
  waits?: true;
  /** Trigger words to add and to remove, and the ones shown as unchanged if all of them fit. */
  words?: { add: string[]; remove: string[]; keep?: string[] };
}

/** Records that a planned command may name, so that its row can look them up. */
export interface PlannedRecords {
  quiets: readonly Quiet[];
}

/** A planned command, and what its row may look up. */
export interface PlanToShow extends PlannedRecords {
  id: string;
  nameOf: (id: InstalledAbilityId) => string;
}

/** Abilities that a planned command will enable or disable. */
export interface PlannedSwitch {
  wanted: 'enable' | 'disable';
  ids: readonly InstalledAbilityId[];
  /** They are to stay disabled until then, so the end of a quiet does not enable them. */
  keepsDisabled: boolean;
}

/** What the rest of the bot shows of a planned command before it runs. */
interface PlannedFields<C> {
  /** Its row in the list of planned changes; null if the list omits it. */
  show: (command: C, plan: PlanToShow) => PlannedRow['what'] | null;
  /** For lists and cards, and for the end of quiet; null for none, or if another record has them. */
  switches: (command: C, records: PlannedRecords) => PlannedSwitch | null;
  /** Whether Home counts it among the planned changes. The end of quiet has its own line there. */
  isCountedOnHome: boolean;
}

/** What the rest of the bot needs to know about one kind of command. */
interface CommandFields<C extends { verb: string }> {
  /** The verb whose role, account and name apply to it. Default: the one of its own name. */
  verb?: string | ((command: C) => string);
  /** Its line in the audit log, if nobody can type it. */
  auditLine?: (command: C) => string;
  /**
   * The line has no verb, so it is a guess, and may contain a key after a misspelled verb. The audit log omits such a
   * line, and no button carries it.
   */
  isGuess?: true;
  /** Its targets as requested, by name or by ID, before any lookup; default: none. */
  targets?: (command: C) => AuditTarget[];
  /** The same for the audit log, with names that require a lookup. @throws store errors. */
  findTargets?: (command: C, context: OperationContext) => Promise<AuditTarget[]>;
  /**
   * Its button still works after another account was connected, because it shows something or opens a form without an ID
   * of the account, or acts on a record that is found only in its own account. All other buttons are refused then, also
   * those that change everything, since their messages are about the account before.
   */
  ofAnyAccount?: true | ((command: C) => boolean);
  /** The action for the Ability or Agent that the person picks if the name is ambiguous or unknown. */
  nextAction?: (command: C) => NextAction | 'unassign';
  /**
   * `at-once`: opens a form that needs no data from the service. A function returns the title of the form that is
   * certain to open, or null. `asks`: the button was certain that a form follows.
   */
  form?: 'at-once' | ((command: C, asks: boolean) => string | null);
  /** Adds the button's other fields to the command. Default: the command itself. */
  complete?: (command: C, carried: Carried) => Command;
  /** ID of the plan that it carries out, for the audit log; null for none. */
  plan?: (command: C) => string | null;
  /** Absent: its line may not be planned, and does not run. */
  planned?: PlannedFields<C>;
  /** The next time of a planned command that happens again and again; null if there is none. */
  repeats?: (command: C) => { line: string; at: Date } | null;
  run: (command: C, run: Run) => Outcome | Promise<Outcome>;
}

/** A command that changes the account or the workspace's settings, or is audited although it does not. */
interface AuditedFields<C extends { verb: string }> {
  /** All others show something, ask for confirmation or open a form. */
  changes: boolean | ((command: C) => boolean);
  /** `by-its-upload`: only by the entry of the upload that it starts. */
  audited?: true | 'by-its-upload';
  targets: (command: C) => AuditTarget[];
}

export type CommandRow<C extends { verb: string }> = CommandFields<C> &
  (AuditedFields<C> | { changes: false; audited?: undefined });

/** The members of a union of commands that have this verb. */
export type CommandOf<C extends { verb: string }, V> = ByTag<C, 'verb', V>;

export type CommandRows<C extends { verb: string }> = { [V in C['verb']]: CommandRow<CommandOf<C, V>> };

/** The effects of an outcome. */
export interface OutcomeRow<O> {
  /** Its audit entry. `auditOf` describes a nested outcome. */
  audit: (outcome: O, auditOf: (contained: Outcome) => AuditResult) => AuditResult;
  /**
   * Its change to the account, for the undo log; null if it changed nothing, or if that is unknown. `changeOf` does the
   * same for a nested outcome.
   */
  change: ((outcome: O, changeOf: (contained: Outcome) => Change | null) => Change | null) | null;
  /** The lists of Agents that were read after the change. `shownOf` does the same for a nested outcome. */
  shown?: (outcome: O, shownOf: (contained: Outcome) => AgentLists | null) => AgentLists | null;
}

/** For an outcome that only shows or asks something. */
export const SHOWS: OutcomeRow<Outcome> = { audit: () => unchanged([]), change: null };

/** The members of a union of outcomes that have this kind. */
export type OutcomeOf<O extends { kind: string }, K> = ByTag<O, 'kind', K>;

export type OutcomeRows<O extends { kind: string }> = { [K in O['kind']]: OutcomeRow<OutcomeOf<O, K>> };

/** Everything that one feature adds to the core: its commands `C`, outcomes `O` and recorded changes `S`. */
export interface Feature<C extends { verb: string }, O extends { kind: string }, S extends Change = never> {
  /** By name. */
  verbs: Record<string, VerbRow>;
  commands: CommandRows<C>;
  outcomes: OutcomeRows<O>;
  /** How each change that it writes to the undo log is named, compared, undone and replayed. */
  records: ChangeRows<S>;
}

export type CommandIn<F> = F extends Feature<infer C, infer _O, infer _S> ? C : never;
export type OutcomeIn<F> = F extends Feature<infer _C, infer O, infer _S> ? O : never;
