import { joinTables } from '../base/by-tag.ts';
import type { AuditTarget } from '../store/audit-record.ts';
import type { Change } from '../store/undo-record.ts';
import { type AuditResult, failed, NOTHING } from './audit-result.ts';
import type { AgentLists } from './change.ts';
import type { Command } from './command.ts';
import type {
  Carried,
  CommandOf,
  CommandRow,
  CommandRows,
  OutcomeOf,
  OutcomeRow,
  OutcomeRows,
  PlannedRecords,
  PlannedSwitch,
  PlanToShow,
  Run,
} from './feature.ts';
import { FEATURES } from './features/index.ts';
import type { PastPlan } from './features/timed/past-plan.ts';
import type { PlannedRow } from './features/timed/timed.ts';
import type { NextAction } from './next-action.ts';
import type { OperationContext } from './operation-context.ts';
import type { Outcome, Refusal } from './outcome.ts';

const COMMANDS: CommandRows<Command> = joinTables(FEATURES.map(({ commands }) => commands));

const OUTCOMES: OutcomeRows<Outcome> = {
  ...joinTables(FEATURES.map(({ outcomes }) => outcomes)),
  refused: { audit: ({ refusal }) => ({ ...NOTHING, outcome: 'refused', why: reasonOf(refusal) }), change: null },
  trouble: {
    audit: ({ effect, error }) => failed(effect === 'unknown' ? `${error.kind}, effect unknown` : error.kind),
    change: null,
  },
};

/** A short reason for the audit log; the person was shown more. */
const reasonOf = (refusal: Refusal): string =>
  refusal.why === 'role-missing' ? `needs the role ${refusal.needed}` : refusal.why.replaceAll('-', ' ');

const commandRow = <V extends Command['verb']>(verb: V): CommandRow<CommandOf<Command, V>> => COMMANDS[verb];

/** Runs a command without an access check. Only `runAllowed` calls it. */
export const runCommand = async (command: Command, run: Run): Promise<Outcome> =>
  commandRow(command.verb).run(command, run);

/** The name of the verb whose row in the verb table applies to a command. */
export function verbOf(command: Command): string {
  const { verb = command.verb } = commandRow(command.verb);
  return typeof verb === 'string' ? verb : verb(command);
}

/** True if a command changes the account or the workspace's settings. */
export function changesSomething(command: Command): boolean {
  const { changes } = commandRow(command.verb);
  return typeof changes === 'boolean' ? changes : changes(command);
}

/** True if a permitted command gets its own entry in the audit log. */
export function isAudited(command: Command): boolean {
  const { audited } = commandRow(command.verb);
  return audited !== 'by-its-upload' && (audited === true || changesSomething(command));
}

/** True if answering the same command twice is harmless. */
export const isRead = (command: Command): boolean => !changesSomething(command) && !isAudited(command);

/** The audit log's line for a command that nobody can type; null for any other. */
export const auditLineOf = (command: Command): string | null => commandRow(command.verb).auditLine?.(command) ?? null;

/** True if the command's line has no verb. Such a line is left out of the audit log, and no button carries it. */
export const isGuess = (command: Command): boolean => commandRow(command.verb).isGuess === true;

/** True if a line with this command may be planned for later. */
export const mayBePlanned = (command: Command): boolean => commandRow(command.verb).planned !== undefined;

/** How the list of planned changes shows a command; null if it omits the command. */
export const plannedOf = (command: Command, plan: PlanToShow): PlannedRow['what'] | null =>
  commandRow(command.verb).planned?.show(command, plan) ?? null;

/** The Abilities that a planned command will enable or disable; null for none. */
export const switchOf = (command: Command, records: PlannedRecords): PlannedSwitch | null =>
  commandRow(command.verb).planned?.switches(command, records) ?? null;

/** Whether Home counts a planned command. */
export const isCountedOnHome = (command: Command): boolean =>
  commandRow(command.verb).planned?.isCountedOnHome ?? false;

/** A verb under which planned commands are audited, by its name; null for any other. */
export const plannedVerb = (verb: string): PastPlan['what'] | null =>
  Object.values(COMMANDS)
    .flatMap(({ planned }) => planned?.auditedAs ?? [])
    .find((one) => one === verb) ?? null;

/** The next run of a recurring planned command; null if there is none. */
export const nextTimeOf = (command: Command): { line: string; at: Date } | null =>
  commandRow(command.verb).repeats?.(command) ?? null;

/** ID of the plan that a command carries out; null for none. */
export const planOf = (command: Command): string | null => commandRow(command.verb).plan?.(command) ?? null;

/** Adds the other fields of a button value to its command. */
export const completeCommand = (command: Command, carried: Carried): Command =>
  commandRow(command.verb).complete?.(command, carried) ?? command;

/** A command's targets as requested, by name or by ID, before any lookup. */
export const targetsOf = (command: Command): AuditTarget[] => commandRow(command.verb).targets?.(command) ?? [];

/** {@link targetsOf}, with names that require a lookup. @throws store errors. */
export const findTargets = async (command: Command, context: OperationContext): Promise<AuditTarget[]> =>
  commandRow(command.verb).findTargets?.(command, context) ?? targetsOf(command);

/** True if a button with this command still works after another account was connected. */
export function isOfAnyAccount(command: Command): boolean {
  const { ofAnyAccount } = commandRow(command.verb);
  return ofAnyAccount === true || ofAnyAccount?.(command) === true;
}

/** What to do with the thing that a person picks if the name is ambiguous or unknown. */
export const nextActionOf = (command: Command): NextAction | 'unassign' | null =>
  commandRow(command.verb).nextAction?.(command) ?? null;

/**
 * The form that a command opens: immediately, or with this title once its data is read. Null if it is not certain to
 * open one.
 */
export function formOf(command: Command, asks: boolean): 'at-once' | { title: string } | null {
  const { form } = commandRow(command.verb);
  if (form === undefined || form === 'at-once') return form ?? null;
  const title = form(command, asks);
  return title === null ? null : { title };
}

const outcomeRow = <K extends Outcome['kind']>(kind: K): OutcomeRow<OutcomeOf<Outcome, K>> => OUTCOMES[kind];

export const auditResultOf = (outcome: Outcome): AuditResult => outcomeRow(outcome.kind).audit(outcome, auditResultOf);

/**
 * The change that an outcome made to the account, for the undo log; null if nothing changed, or if that is unknown. An
 * undo is a change too, and can be undone.
 */
export const changeOf = (outcome: Outcome): Change | null =>
  outcomeRow(outcome.kind).change?.(outcome, changeOf) ?? null;

/** The lists of Agents that were read after an outcome's change; null if none were. */
export const shownOf = (outcome: Outcome): AgentLists | null =>
  outcomeRow(outcome.kind).shown?.(outcome, shownOf) ?? null;
