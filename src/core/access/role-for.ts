import type { Command } from '../command.ts';
import { findVerb } from '../verbs.ts';
import type { Role } from './role.ts';

/** The name of a verb, or `replace`: a decision about an upload, which deletes the Ability of its name. */
export type GuardedVerb = string;

/** The verb in whose row of the table a command stands. */
export function verbOf(command: Command): GuardedVerb {
  switch (command.verb) {
    case 'find':
      return 'show';
    case 'choose':
      return command.wanted;
    case 'edit-triggers':
    case 'change-triggers':
      return 'triggers';
    case 'assign-to':
    case 'save-assignment':
      return 'assign';
    case 'save-settings':
      return 'settings';
    case 'approvals':
      return command.wanted ?? 'approve';
    default:
      return command.verb;
  }
}

/** Whether a verb asks the service for something, by the verb table. */
export const needsAccount = (verb: GuardedVerb): boolean => findVerb(verb)?.needsAccount ?? true;

/** The role that a verb needs, by the verb table. One that has no row there needs the highest. */
export function roleFor(verb: GuardedVerb): Role {
  if (verb === 'replace') return findVerb('upload')?.roleToReplace ?? 'admin';
  return findVerb(verb)?.role ?? 'admin';
}
