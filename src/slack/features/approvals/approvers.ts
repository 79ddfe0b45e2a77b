import { joinAnd, joinOr } from '../../../base/join-words.ts';
import type { GrantList } from '../../../core/access.ts';
import { group, person } from '../../blocks/mentions.ts';
import type { Workspace } from '../../workspace.ts';

/** Maximum number of people, and of user groups. */
const MAX_ASKED = 5;

export const NO_APPROVERS: GrantList = { users: [], groups: [] };

/**
 * People to ask for an approval: the admins in the settings, or admins of the workspace if there are no others. Never
 * throws; empty if nobody is known.
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
    return { users: others(await people.readAdmins()), groups: [] };
  } catch (error) {
    log.warn({ err: error }, 'approvers unknown, nobody is mentioned');
    return NO_APPROVERS;
  }
}

/** Any of them; empty for nobody. */
export const anyOf = (approvers: GrantList): string => joinOr(mentions(approvers));

/** All approvers; empty for nobody. */
export const allOf = (approvers: GrantList): string => joinAnd(mentions(approvers));

const mentions = ({ groups, users }: GrantList): string[] => [...users.map(person), ...groups.map(group)];
