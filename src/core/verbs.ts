import type { Command } from './command.ts';
import { parseAbilityRef, parseAgentRef } from './parse-ref.ts';

export type VerbGroup = 'Look' | 'Change' | 'Upload' | 'Help';

/** One verb of `/abilities`. The parser, the help and the manifest's usage hint are all derived from this table. */
export interface Verb {
  name: string;
  group: VerbGroup;
  /** What follows the verb, as the help shows it; empty when nothing may follow. */
  argument: '' | '[page]' | '<name>' | '<agent>' | '[agent]' | '[verb]';
  summary: string;
  /** Typed as they stand, without the slash command. */
  examples: string[];
  /** Builds the command from the argument; null when the argument does not fit. */
  read: (argument: string) => Command | null;
}

const withoutArgument = (command: Command) => (argument: string) => (argument === '' ? command : null);

export const VERBS: readonly Verb[] = [
  {
    name: 'list',
    group: 'Look',
    argument: '[page]',
    summary: 'All Abilities, with state, trigger words and buttons.',
    examples: ['list', 'list 2'],
    read: (page) => (/^\d{0,6}$/.test(page) ? { verb: 'list', page: Math.max(1, Number(page)) } : null),
  },
  {
    name: 'show',
    group: 'Look',
    argument: '<name>',
    summary: 'One Ability in full.',
    examples: ['show Weather', 'show id:6001'],
    read: (name) => ({ verb: 'show', target: parseAbilityRef(name) }),
  },
  {
    name: 'agents',
    group: 'Look',
    argument: '',
    summary: 'The Agents of the account.',
    examples: ['agents'],
    read: withoutArgument({ verb: 'agents' }),
  },
  {
    name: 'enable',
    group: 'Change',
    argument: '<name>',
    summary: 'Switch an installed Ability on. Its trigger words stay.',
    examples: ['enable Weather'],
    read: (name) => ({ verb: 'enable', target: parseAbilityRef(name) }),
  },
  {
    name: 'disable',
    group: 'Change',
    argument: '<name>',
    summary: 'Switch an installed Ability off. It is not deleted.',
    examples: ['disable Weather'],
    read: (name) => ({ verb: 'disable', target: parseAbilityRef(name) }),
  },
  {
    name: 'assign',
    group: 'Change',
    argument: '[agent]',
    summary: 'Choose the Abilities of an Agent.',
    examples: ['assign Echo'],
    read: (name) => (name === '' ? { verb: 'agents' } : { verb: 'assign', agent: parseAgentRef(name) }),
  },
  {
    name: 'delete',
    group: 'Change',
    argument: '<name>',
    summary: 'Delete an Ability for good, after a question.',
    examples: ['delete Weather'],
    read: (name) => ({ verb: 'delete', target: parseAbilityRef(name), confirmed: false }),
  },
  {
    name: 'upload',
    group: 'Upload',
    argument: '',
    summary: 'Upload a zip as a new Ability. Dropping the zip into a channel works too.',
    examples: ['upload'],
    read: withoutArgument({ verb: 'upload' }),
  },
  {
    name: 'help',
    group: 'Help',
    argument: '[verb]',
    summary: 'What can be said here.',
    examples: ['help', 'help delete'],
    read: (verb) => ({ verb: 'help', about: verb === '' ? null : verb.toLowerCase() }),
  },
];

/** `list`, `show <name>`, … */
export const usageOf = (verb: Verb) => (verb.argument === '' ? verb.name : `${verb.name} ${verb.argument}`);

export const findVerb = (name: string) => VERBS.find((verb) => verb.name === name.toLowerCase());
