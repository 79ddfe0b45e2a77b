import type { Role } from './access.ts';
import type { Command } from './command.ts';
import type { Refusal } from './outcome.ts';

/** A line, or the value of a button, cannot be read as a command. */
export type LineRefusal =
  | { why: 'unknown-verb'; word: string; suggestion: string | null }
  | { why: 'missing-argument'; verb: string; usage: string }
  | { why: 'bad-argument'; verb: string; usage: string; given: string }
  | { why: 'stale-button' }
  /** It was drawn for another workspace. */
  | { why: 'copied-button' };

/** A line with its verb corrected. */
export interface LikelyLine {
  verb: string;
  /** The rest of the line; empty if the verb cannot parse it, since it may be a secret. */
  argument: string;
}

export type VerbGroup = 'Look' | 'Change' | 'Upload' | 'Team' | 'Help';

/**
 * Where a verb is at hand. `typed`: after the slash command. `mention`: after the bot's name in a channel. `button`: in
 * messages and modals. `home`: on the Home tab. `shortcut`: in Slack's own menus. `file`: by dropping one into a channel.
 */
export type Place = 'typed' | 'mention' | 'button' | 'home' | 'shortcut' | 'file';

/** One verb of `/abilities`. The parser, the help, the README and the manifest's usage hint are all held to this. */
export interface Verb {
  name: string;
  group: VerbGroup;
  /** What its button says while a change takes long: *Enabling…*. */
  doing?: string;
  /** Who may do it: whoever has this role or a higher one. Nothing else decides. */
  role: Role;
  /** Of `upload`: who may decide that an Ability is replaced, which deletes the old one. */
  roleToReplace?: Role;
  /** Whether it asks the service for something, so that the workspace has to be connected to an account; it does unless said. */
  needsAccount?: boolean;
  /** Whether it is for workspaces that connect an account of their own: elsewhere it is not offered. */
  onlyOwnAccount?: true;
  /** What follows the verb, as the help shows it; empty when nothing may follow. `<…>` must, `[…]` may. */
  argument: string;
  summary: string;
  /** Typed as they stand, without the slash command. */
  examples: readonly string[];
  /** What the help's button runs: it shows something, asks, or opens a form. */
  tryLine: string;
  /** Confirmation, where that line would change something immediately. */
  tryQuestion?: string;
  places: readonly Place[];
  /** Builds the command from the argument, quotes included. A refusal says more than null: that it does not fit. */
  read: (argument: string) => Command | Refusal | null;
}

/** What features may ask of the table of all verbs. */
export interface VerbLookup {
  findVerb: (name: string) => Verb | undefined;
  suggestLine: (line: string, isFixedAccount: boolean) => LikelyLine | null;
  unknownVerb: (word: string, isFixedAccount: boolean) => Refusal;
}

/** Every verb can be typed, to the slash command and to the bot itself, and clicked, in the help and on the Home tab. */
export const EVERYWHERE: readonly Place[] = ['typed', 'mention', 'button', 'home'];

/** `list`, `show [name]`, … */
export const usageOf = ({ argument, name }: Pick<Verb, 'argument' | 'name'>): string =>
  argument === '' ? name : `${name} ${argument}`;

export const withoutArgument = (command: Command) => (argument: string) => (argument === '' ? command : null);
