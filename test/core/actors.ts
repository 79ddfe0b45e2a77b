import type { Access, Requester, Role } from '../../src/core/access.ts';

/** The access of a full member with that role. */
export const accessAs = (role: Role): Access => ({
  known: true,
  role,
  because: { by: 'listed' },
  admins: { users: [], groups: [] },
  onlyIn: null,
});

export const actorAs = (userId: string, role: Role = 'admin'): Requester => ({
  userId,
  access: accessAs(role),
  at: new Date('2025-03-04T14:03:00Z'),
  ref: '7f3a21',
});
