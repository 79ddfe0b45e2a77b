import type { Command } from './command.ts';
import type { PlannedRecords, PlannedSwitch, PlanToShow } from './feature.ts';
import type { PastPlan } from './features/timed/past-plan.ts';
import type { PlannedRow } from './features/timed/timed.ts';
import type { Refusal } from './outcome.ts';

/** A command line or a button's value can't be read as a command. */
export type LineRefusal =
  | { why: 'unknown-verb'; word: string; suggestion: string | null }
  | { why: 'missing-argument'; verb: string; usage: string }
  | { why: 'bad-argument'; verb: string; usage: string; given: string }
  /** The name after an @ is not a mention: for a person selected from its suggestions, Slack sends an ID. */
  | { why: 'unknown-person'; given: string }
  | { why: 'stale-button' }
  /** The button was drawn for another workspace. */
  | { why: 'copied-button' }
  /** The button was drawn for a previously connected account. */
  | { why: 'old-account' };

/** A line with its verb corrected. */
export interface LikelyLine {
  verb: string;
  /** The rest of the line; empty if the verb can't parse it, because it may be a secret. */
  argument: string;
}

export type VerbGroup = 'View' | 'Change' | 'Upload' | 'Team' | 'Help';

interface VerbFields {
  group: VerbGroup;
  /** The label of the verb's button during a slow change: *Enabling…*. */
  doing?: string;
  /** For `upload`: the role that may replace an Ability, which deletes the old one. */
  toReplace?: NeedsRole;
  /** True if the verb calls the service, so the workspace needs a connected account. Default: true. */
  needsAccount?: boolean;
  /** The verb is only offered in workspaces that connect their own account. */
  onlyOwnAccount?: true;
  /** The argument's usage in the help; empty for none. `<…>` is required, `[…]` optional. */
  argument: string;
  summary: string;
  /** Without the slash command. */
  examples: readonly string[];
  /** The label in the Home tab's menu, with an ellipsis if a form follows; null if the Home tab has a button for it. */
  homeLabel: string | null;
  /** The line that the help's button runs: it shows something, asks for confirmation, or opens a form. */
  tryLine: string;
  /** The confirmation to show if that line would change something immediately. */
  tryQuestion?: string;
  /**
   * Builds the command from the argument, including quotes. Null if the argument is invalid; a refusal gives a more
   * specific reason.
   */
  read: (argument: string) => Command | Refusal | null;
}

/** `role`: the lowest role that may use the verb. */
type ForEverybody = { role: 'none' | 'viewer' };
/** `action`: what lower roles can't do, as in *Only admins can delete Abilities*. */
type NeedsRole = { role: 'editor' | 'admin'; action: string };

/** A verb of `/abilities`, as its feature defines it. */
export type VerbRow = VerbFields & (ForEverybody | NeedsRole);

/** A verb with its name. Tests compare the parser, the help, docs/commands.md and the manifest's usage hint with it. */
export type Verb = VerbRow & { name: string };

/** The functions of the verb table that features use. They can't import the table, because it is built from them. */
export interface VerbLookup {
  findVerb: (name: string) => Verb | undefined;
  suggestLine: (line: string, isFixedAccount: boolean) => LikelyLine | null;
  unknownVerb: (word: string, isFixedAccount: boolean) => Refusal;
  /** How the list of planned changes shows a line; null if it omits the line. */
  plannedOfLine: (line: string, plan: PlanToShow) => PlannedRow['what'] | null;
  /** The Abilities that a planned line will enable or disable; null for none. */
  switchOfLine: (line: string, records: PlannedRecords) => PlannedSwitch | null;
  /** The verb of an audit entry, if a plan may have been carried out under it; null for any other. */
  plannedVerb: (verb: string) => PastPlan['what'] | null;
}

/** The usage of a verb: `list`, `show [name]`, … */
export const usageOf = ({ argument, name }: Pick<Verb, 'argument' | 'name'>): string =>
  argument === '' ? name : `${name} ${argument}`;

export const withoutArgument = (command: Command) => (argument: string) => (argument === '' ? command : null);
