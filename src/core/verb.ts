import type { Command } from './command.ts';
import type { PlannedRecords, PlannedSwitch, PlanToShow } from './feature.ts';
import type { PlannedRow } from './features/timed/timed.ts';
import type { Refusal } from './outcome.ts';

/** A line, or the value of a button, cannot be read as a command. */
export type LineRefusal =
  | { why: 'unknown-verb'; word: string; suggestion: string | null }
  | { why: 'missing-argument'; verb: string; usage: string }
  | { why: 'bad-argument'; verb: string; usage: string; given: string }
  /** A name after an @ is no mention: Slack sends the ID of a person who was selected from its suggestions. */
  | { why: 'unknown-person'; given: string }
  | { why: 'stale-button' }
  /** Drawn for another workspace. */
  | { why: 'copied-button' }
  /** Drawn for an account that was connected before. */
  | { why: 'old-account' };

/** A line with its verb corrected. */
export interface LikelyLine {
  verb: string;
  /** The rest of the line; empty if the verb cannot parse it, since it may be a secret. */
  argument: string;
}

export type VerbGroup = 'View' | 'Change' | 'Upload' | 'Team' | 'Help';

interface VerbFields {
  group: VerbGroup;
  /** The label of its button during a slow change: *Enabling…*. */
  doing?: string;
  /** For `upload`: who may replace an Ability, which deletes the old one. */
  toReplace?: NeedsRole;
  /** Whether it calls the service, so the workspace needs a connected account. Default: true. */
  needsAccount?: boolean;
  /** Only offered in workspaces that connect their own account. */
  onlyOwnAccount?: true;
  /** The usage of its argument, as the help shows it; empty for none. `<…>` is required, `[…]` optional. */
  argument: string;
  summary: string;
  /** Without the slash command. */
  examples: readonly string[];
  /** Its label in the menu of the Home tab, with an ellipsis if a form follows; null if it has a button beside it. */
  homeLabel: string | null;
  /** Run by the help's button: it shows something, asks for confirmation, or opens a form. */
  tryLine: string;
  /** Confirmation, where that line would change something immediately. */
  tryQuestion?: string;
  /**
   * Builds the command from the argument, quotes included. Null if the argument is invalid; a refusal gives a more
   * specific reason.
   */
  read: (argument: string) => Command | Refusal | null;
}

/** The lowest role that may use it. */
type ForEverybody = { role: 'none' | 'viewer' };
/** `action`: what others can't do: *Only admins can delete Abilities*. */
type NeedsRole = { role: 'editor' | 'admin'; action: string };

/** One verb of `/abilities`, as its feature defines it. */
export type VerbRow = VerbFields & (ForEverybody | NeedsRole);

/** Tests check the parser, the help, docs/commands.md and the manifest's usage hint against it. */
export type Verb = VerbRow & { name: string };

/** What features use of all verbs: the table is built from them, so they cannot import it. */
export interface VerbLookup {
  findVerb: (name: string) => Verb | undefined;
  suggestLine: (line: string, isFixedAccount: boolean) => LikelyLine | null;
  unknownVerb: (word: string, isFixedAccount: boolean) => Refusal;
  /** What the list of planned changes shows of a line; null if it omits it. */
  plannedOfLine: (line: string, plan: PlanToShow) => PlannedRow['what'] | null;
  /** The Abilities that a planned line will enable or disable; null for none. */
  switchOfLine: (line: string, records: PlannedRecords) => PlannedSwitch | null;
}

/** `list`, `show [name]`, … */
export const usageOf = ({ argument, name }: Pick<Verb, 'argument' | 'name'>): string =>
  argument === '' ? name : `${name} ${argument}`;

export const withoutArgument = (command: Command) => (argument: string) => (argument === '' ? command : null);
