import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { ByTag } from '../base/by-tag.ts';
import type { AuditTarget } from '../store/audit-record.ts';
import type { Quiet } from '../store/quiet-record.ts';
import type { Change } from '../store/undo-record.ts';
import type { Requester } from './access.ts';
import { type AuditResult, unchanged } from './audit-result.ts';
import type { AgentLists, ChangeLookup, ChangeRows } from './change.ts';
import type { Command } from './command.ts';
import type { PastPlan } from './features/timed/past-plan.ts';
import type { PlannedRow } from './features/timed/timed.ts';
import type { NextAction } from './next-action.ts';
import type { OperationContext } from './operation-context.ts';
import type { Outcome } from './outcome.ts';
import type { VerbLookup, VerbRow } from './verb.ts';

export interface Run {
  context: OperationContext;
  requester: Requester;
  /** ID of the run's entry in the audit log; null if it has none. */
  attemptId: string | null;
  /** All verbs. Features can't import this table, because it is built from them. */
  verbs: VerbLookup;
  /** All recorded changes. Features can't import this table either. */
  changes: ChangeLookup;
}

/** Fields that a button value has besides its command line. */
export interface Carried {
  /** The button confirms a message that described the effect. */
  sure?: true;
  /** The confirmation also said that a second admin has to approve the change. */
  waits?: true;
  /** Trigger words to add and to remove; `keep`: the ones shown as unchanged, absent if they don't all fit. */
  words?: { add: string[]; remove: string[]; keep?: string[] };
}

/** Records that a planned command may name, so that its row can look them up. */
export interface PlannedRecords {
  quiets: readonly Quiet[];
}

/** A planned command, and the data that its row may use. */
export interface PlanToShow extends PlannedRecords {
  id: string;
  nameOf: (id: InstalledAbilityId) => string;
}

/** Abilities that a planned command will enable or disable. */
export interface PlannedSwitch {
  wanted: 'enable' | 'disable';
  ids: readonly InstalledAbilityId[];
  /** True if they should stay disabled until then, so the end of quiet doesn't enable them. */
  keepsDisabled: boolean;
}

/** How a planned command is shown before it runs. */
interface PlannedFields<C> {
  /** Its row in the list of planned changes; null if the list omits it. */
  show: (command: C, plan: PlanToShow) => PlannedRow['what'] | null;
  /**
   * The Abilities that it will enable or disable, for lists, cards and the end of quiet; null for none, or if another
   * record lists them.
   */
  switches: (command: C, records: PlannedRecords) => PlannedSwitch | null;
  /** True if Home counts it among the planned changes. The end of quiet has its own line there. */
  isCountedOnHome: boolean;
  /**
   * The verbs of its audit entries, so that a button of a plan that no longer exists can say what the plan did. Empty if
   * no button asks for that.
   */
  auditedAs: readonly Exclude<PastPlan['what'], 'cancel'>[];
}

/** Describes one kind of command to the rest of the bot. */
interface CommandFields<C extends { verb: string }> {
  /** The verb whose role, account and name apply to the command. Default: the verb with the same name. */
  verb?: string | ((command: C) => string);
  /** The command's line in the audit log, if nobody can type it. */
  auditLine?: (command: C) => string;
  /**
   * The line has no verb, so it is only a guess, and may contain a key after a misspelled verb. It is left out of the
   * audit log, and no button carries it.
   */
  isGuess?: true;
  /** Its targets as requested, by name or by ID, before any lookup. Default: none. */
  targets?: (command: C) => AuditTarget[];
  /** `targets` for the audit log, with names that require a lookup. @throws store errors. */
  findTargets?: (command: C, context: OperationContext) => Promise<AuditTarget[]>;
  /**
   * The command's button still works after another account was connected, because the command shows something, opens a
   * form without an account's IDs, or acts on a record that exists in its own account only. All other buttons are then
   * refused, even those that change everything, because their messages are about the previous account.
   */
  ofAnyAccount?: true | ((command: C) => boolean);
  /** What to do with the Ability or Agent that the person picks if the name is ambiguous or unknown. */
  nextAction?: (command: C) => NextAction | 'unassign';
  /**
   * `at-once`: opens a form that needs no data from the service. A function returns the title of the form that is
   * certain to open, or null. `asks`: the button was certain that a form follows.
   */
  form?: 'at-once' | ((command: C, asks: boolean) => string | null);
  /** Adds the button's other fields to the command. Default: returns the command unchanged. */
  complete?: (command: C, carried: Carried) => Command;
  /** ID of the plan that the command carries out, for the audit log; null for none. */
  plan?: (command: C) => string | null;
  /** If absent, the command's line can't be planned, and doesn't run if it is. */
  planned?: PlannedFields<C>;
  /** The next run of a recurring planned command; null if there is none. */
  repeats?: (command: C) => { line: string; at: Date } | null;
  run: (command: C, run: Run) => Outcome | Promise<Outcome>;
}

/** A command that changes the account or the workspace's settings, or is audited although it changes nothing. */
interface AuditedFields<C extends { verb: string }> {
  /** False if the command only shows something, asks for confirmation or opens a form. */
  changes: boolean | ((command: C) => boolean);
  /** `by-its-upload`: audited only by the entry of the upload that it starts. */
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
  /** The outcome's audit entry. `auditOf` describes a nested outcome. */
  audit: (outcome: O, auditOf: (contained: Outcome) => AuditResult) => AuditResult;
  /**
   * The change to the account, for the undo log; null if nothing changed, or if that is unknown. `changeOf` does the
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
  /** The verbs, by name. */
  verbs: Record<string, VerbRow>;
  commands: CommandRows<C>;
  outcomes: OutcomeRows<O>;
  /** How to name, compare, undo and replay each change that the feature writes to the undo log. */
  records: ChangeRows<S>;
}

export type CommandIn<F> = F extends Feature<infer C, infer _O, infer _S> ? C : never;
export type OutcomeIn<F> = F extends Feature<infer _C, infer O, infer _S> ? O : never;
