import type { GrantList, Policy } from '../../../src/core/access.ts';

const NOBODY: GrantList = { users: [], groups: [] };

/** The policy of a workspace where no settings have been changed. */
export const FRESH_POLICY: Policy = {
  grants: { viewer: NOBODY, editor: NOBODY, admin: NOBODY },
  memberRole: 'editor',
  channels: [],
  auditChannel: null,
  watchChannel: null,
  approvals: [],
};
