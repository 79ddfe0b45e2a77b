import type { Access } from '../../src/core/access/access.ts';
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
