import { joinAnd, joinOr } from '../../../base/join-words.ts';
import type { GrantList } from '../../../core/access.ts';
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
    return { users: others(await people.readAdmins()), groups: [] };
  } catch (error) {
    log.warn({ err: error }, 'approvers unknown, nobody is mentioned');
    return NO_APPROVERS;
  }
}

/** The approvers joined by “or”; empty if there are none. */
export const anyOf = (approvers: GrantList): string => joinOr(mentions(approvers));

/** The approvers joined by “and”; empty if there are none. */
export const allOf = (approvers: GrantList): string => joinAnd(mentions(approvers));

const mentions = ({ groups, users }: GrantList): string[] => [...users.map(person), ...groups.map(group)];
