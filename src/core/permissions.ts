import { type AccessRefusal, isAtLeast, type Requester, type Role } from './access.ts';
import type { Command } from './command.ts';
import { verbOf } from './registry.ts';
import { findVerb } from './verbs.ts';

/** True if a verb calls the service. */
const needsAccount = (verb: string): boolean => findVerb(verb)?.needsAccount ?? true;

/** The role that a verb needs. An unknown verb needs the highest one. */
function roleFor(verb: string): Role {
  if (verb === 'replace') return findVerb('upload')?.toReplace?.role ?? 'admin';
  return findVerb(verb)?.role ?? 'admin';
}

/** A permitted command. Only {@link Allowed.check} creates one, so no command runs unchecked. */
export class Allowed {
  readonly command: Command;
  readonly requester: Requester;

  private constructor(command: Command, requester: Requester) {
    this.command = command;
    this.requester = requester;
  }

  static check(command: Command, requester: Requester): Allowed | AccessRefusal {
    return refuseVerb(verbOf(command), requester) ?? new Allowed(command, requester);
  }
}

/**
 * Checks access by role, workspace, channel and connected account. Whose request it is, for `approve` and `decline`, is
 * checked in `features/approvals/decide.ts`.
 * @param verb a name in the verb table, or `replace`, for replacing an Ability, which deletes the old one.
 */
export function refuseVerb(verb: string, { access }: Pick<Requester, 'access'>): AccessRefusal | null {
  const needed = roleFor(verb);
  // Such a verb shows nothing from the account, and explains how to get access.
  if (needed === 'none') return null;
  if (!access.known) return { why: 'who-unknown', reason: access.reason };
  const { admins, because, onlyIn, role, unconnected } = access;
  if (because.by === 'kind' && because.kind === 'stranger') return { why: 'other-workspace' };
  if (!isAtLeast(role, needed)) return { why: 'role-missing', verb, needed, has: role, admins };
  if (onlyIn !== null) return { why: 'channel-closed', channels: [...onlyIn] };
  if (unconnected === undefined || !needsAccount(verb)) return null;
  return { why: 'not-connected', reason: unconnected, mayConnect: isAtLeast(role, roleFor('connect')), admins };
}

/** True if the requester may use everything: an unknown verb needs the highest role and an account. */
export const mayDoAll = (requester: Pick<Requester, 'access'>): boolean => refuseVerb('any', requester) === null;
