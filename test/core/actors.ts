import type { Access, Listed } from '../../src/core/access/access.ts';
import type { Policy } from '../../src/core/access/policy.ts';
import type { Role } from '../../src/core/access/role.ts';
import type { Actor } from '../../src/core/actor.ts';

/** What a full member of that role may do, everywhere. */
export const accessAs = (role: Role): Access => ({
  known: true,
  role,
  because: { by: 'listed' },
  admins: { users: [], groups: [] },
  onlyIn: null,
});

export const actorAs = (userId: string, role: Role = 'admin'): Actor => ({ userId, access: accessAs(role) });

const NOBODY: Listed = { users: [], groups: [] };

/** A workspace in which nobody has set anything. */
export const FRESH_POLICY: Policy = {
  grants: { viewer: NOBODY, operator: NOBODY, admin: NOBODY },
  memberRole: 'operator',
  channels: [],
  auditChannel: null,
  watchChannel: null,
  approvals: false,
};
