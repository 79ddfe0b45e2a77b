import type { Because, Grants, PersonKind } from './access.ts';
import type { Role } from './role.ts';

export interface KnownPerson {
  userId: string;
  kind: PersonKind;
  /** Of the groups that are listed, those that the person is in. */
  groupIds: readonly string[];
}

/** Of several lists, the one that gives the most counts. */
const FROM_THE_MOST = ['admin', 'operator', 'viewer'] as const;

/**
 * The role of a person. Being listed by name counts before being in a listed group, and both before what one is by default:
 * so a list can also take rights away. Whoever belongs to another workspace, is an app or has left can be given none.
 */
export function decideRole(
  { groupIds, kind, userId }: KnownPerson,
  grants: Grants,
  memberRole: Role,
): { role: Role; because: Because } {
  const byKind = { by: 'kind', kind } as const;
  if (kind === 'stranger' || kind === 'bot' || kind === 'deactivated') return { role: 'none', because: byKind };
  const listed = FROM_THE_MOST.find((role) => grants[role].users.includes(userId));
  if (listed) return { role: listed, because: { by: 'listed' } };
  for (const role of FROM_THE_MOST) {
    const groupId = grants[role].groups.find((id) => groupIds.includes(id));
    if (groupId !== undefined) return { role, because: { by: 'group', groupId } };
  }
  if (kind === 'owner' || kind === 'admin') return { role: 'admin', because: byKind };
  return { role: kind === 'member' ? memberRole : 'none', because: byKind };
}
