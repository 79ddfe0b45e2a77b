import { joinAnd, joinOr } from '../../../base/join-words.ts';
import { withTimeout } from '../../../base/timeout.ts';
import type { GrantList, WorkspacePolicy } from '../../../core/access.ts';
import { group, person } from '../../blocks/mentions.ts';
import type { Workspace } from '../../workspace.ts';

/** Maximum number of people and user groups together. */
const MAX_ASKED = 5;

export const NO_APPROVERS: GrantList = { users: [], groups: [] };

/**
 * The people to ask for an approval: the admins from the settings or, if the settings name no one but the requester,
 * admins of the Slack workspace. Never throws; empty if no one is known.
 */
export async function readApprovers(
  askedBy: string,
  { log, people, policy }: Pick<Workspace, 'log' | 'people' | 'policy'>,
): Promise<GrantList> {
  const others = (users: readonly string[]) => users.filter((id) => id !== askedBy).slice(0, MAX_ASKED);
  try {
    const { admin } = (await policy.read()).grants;
    const users = others(admin.users);
    const groups = admin.groups.slice(0, MAX_ASKED - users.length);
    if (users.length + groups.length > 0) return { users, groups };
    return { users: others((await people.readAdmins()).users), groups: [] };
  } catch (error) {
    log.warn({ err: error }, 'approvers unknown, nobody is mentioned');
    return NO_APPROVERS;
  }
}

/**
 * True if nobody else can approve this person's requests, as far as the bot can know. False if that is unknown: settings
 * or the list of admins could be read only in part. Members of user groups count as others. Never throws.
 */
export async function hasNoApprover(
  userId: string,
  { grants, memberRole, unread }: Pick<WorkspacePolicy, 'grants' | 'memberRole' | 'unread'>,
  { context, log, people }: Pick<Workspace, 'context' | 'log' | 'people'>,
): Promise<boolean> {
  const { admin, editor, viewer } = grants;
  const isListed = admin.groups.length > 0 || admin.users.some((id) => id !== userId);
  const isUnread = unread.includes('roles') || unread.includes('memberRole');
  if (isListed || memberRole === 'admin' || isUnread) return false;
  // A list can also lower an admin's role.
  const notAdmins = new Set([userId, ...editor.users, ...viewer.users]);
  try {
    const admins = await withTimeout(context.clock, people.readAdmins(), context.deadlines.role, () => null);
    return admins !== null && admins.isComplete && admins.users.every((id) => notAdmins.has(id));
  } catch (error) {
    log.warn({ err: error }, 'admins unknown, not checking whether anyone can approve');
    return false;
  }
}

/** The approvers joined by “or”; empty if there are none. */
export const anyOf = (approvers: GrantList): string => joinOr(mentions(approvers));

/** The approvers joined by “and”; empty if there are none. */
export const allOf = (approvers: GrantList): string => joinAnd(mentions(approvers));

const mentions = ({ groups, users }: GrantList): string[] => [...users.map(person), ...groups.map(group)];
