import type { Listed, Policy } from '../../../src/core/access.ts';

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
