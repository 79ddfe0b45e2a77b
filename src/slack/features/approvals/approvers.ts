import { joinAnd, joinOr } from '../../../base/join-words.ts';
import { withTimeout } from '../../../base/timeout.ts';
import type { GrantList, WorkspacePolicy } from '../../../core/access.ts';
import { group, person } from '../../blocks/mentions.ts';
import type { WorkspaceAdmins } from '../../people/people-memory.ts';
import type { Workspace } from '../../workspace.ts';

/** Maximum number of people and user groups together. */
const MAX_ASKED = 5;

export const NO_APPROVERS: GrantList = { users: [], groups: [] };

/** Who can approve a person's requests. */
interface Approvers {
  /** Those to ask; empty if no one is known. */
  asked: GrantList;
  /** True if nobody else can approve, as far as the bot can know. */
  isNobody: boolean;
}

/**
 * The people to ask for an approval are the admins from the settings or, if the settings name no one but the requester,
 * admins of the Slack workspace. Never throws.
 */
export async function readApprovers(
  askedBy: string,
  { log, people, policy: policies }: Pick<Workspace, 'log' | 'people' | 'policy'>,
): Promise<Approvers> {
  const others = (users: readonly string[]) => users.filter((id) => id !== askedBy).slice(0, MAX_ASKED);
  try {
    const policy = await policies.read();
    const { admin } = policy.grants;
    const users = others(admin.users);
    const groups = admin.groups.slice(0, MAX_ASKED - users.length);
    if (users.length + groups.length > 0) return { asked: { users, groups }, isNobody: false };
    const admins = await people.readAdmins();
    return {
      asked: { users: others(admins.users), groups: [] },
      isNobody: !mayOthersApprove(askedBy, policy) && isNobodyElse(askedBy, policy, admins),
    };
  } catch (error) {
    log.warn({ err: error }, 'approvers unknown, nobody is mentioned');
    return { asked: NO_APPROVERS, isNobody: false };
  }
}

type Roles = Pick<WorkspacePolicy, 'grants' | 'memberRole' | 'unread'>;

/** True if nobody else can approve this person's requests with a new policy, as far as the bot can know. Never throws. */
export async function hasNoApprover(
  userId: string,
  policy: Roles,
  { context, log, people }: Pick<Workspace, 'context' | 'log' | 'people'>,
): Promise<boolean> {
  if (mayOthersApprove(userId, policy)) return false;
  try {
    const admins = await withTimeout(context.clock, people.readAdmins(), context.deadlines.role, () => null);
    return admins !== null && isNobodyElse(userId, policy, admins);
  } catch (error) {
    log.warn({ err: error }, 'admins unknown, not checking whether anyone can approve');
    return false;
  }
}

/** True if the settings make others admins, or could only be read in part. Members of user groups count as others. */
const mayOthersApprove = (userId: string, { grants: { admin }, memberRole, unread }: Roles): boolean =>
  admin.groups.length > 0 ||
  admin.users.some((id) => id !== userId) ||
  memberRole === 'admin' ||
  unread.includes('roles') ||
  unread.includes('memberRole');

/** True if no other admin of the workspace can approve. False if that is unknown. */
function isNobodyElse(
  userId: string,
  { grants: { editor, viewer } }: Roles,
  { isComplete, users }: WorkspaceAdmins,
): boolean {
  // A list can also lower an admin's role.
  const notAdmins = new Set([userId, ...editor.users, ...viewer.users]);
  return isComplete && users.every((id) => notAdmins.has(id));
}

/** The approvers joined by “or”; empty if there are none. */
export const anyOf = (approvers: GrantList): string => joinOr(mentions(approvers));

/** The approvers joined by “and”; empty if there are none. */
export const allOf = (approvers: GrantList): string => joinAnd(mentions(approvers));

const mentions = ({ groups, users }: GrantList): string[] => [...users.map(person), ...groups.map(group)];
