import type { GrantList, Policy } from '../../../src/core/access.ts';

const NOBODY: GrantList = { users: [], groups: [] };

/** A workspace in which nobody has set anything. */
export const FRESH_POLICY: Policy = {
  grants: { viewer: NOBODY, operator: NOBODY, admin: NOBODY },
  memberRole: 'operator',
  channels: [],
  auditChannel: null,
  watchChannel: null,
  approvals: false,
};
