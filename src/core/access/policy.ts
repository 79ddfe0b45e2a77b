import type { StoredSettings } from '../../store/workspace-settings-record.ts';
import type { Grants, Listed } from './access.ts';
import type { Role } from './role.ts';

/** What is set for a workspace: who may do what and where, and who is told. */
export interface Policy {
  grants: Grants;
  /** Of full members who are listed nowhere. */
  memberRole: Role;
  /** Where the bot may be used; everywhere when empty. */
  channels: readonly string[];
  /** Is told every change. */
  auditChannel: string | null;
  /** Is told what changed outside Slack. */
  watchChannel: string | null;
  /** Whether what cannot be taken back waits for another admin. */
  approvals: boolean;
}

/**
 * What holds in a workspace: the settings of the process, and those that its admins made. Lists are added up, so that
 * nobody can lock out whom the environment names; of other values the admins' own comes first.
 */
export function mergePolicy(fixed: Policy, stored: StoredSettings): Policy {
  const both = (role: keyof Grants): Listed => ({
    users: union(fixed.grants[role].users, stored.roles[role].users),
    groups: union(fixed.grants[role].groups, stored.roles[role].groups),
  });
  return {
    grants: { viewer: both('viewer'), operator: both('operator'), admin: both('admin') },
    memberRole: stored.memberRole ?? fixed.memberRole,
    channels: union(fixed.channels, stored.channels),
    auditChannel: stored.auditChannel ?? fixed.auditChannel,
    watchChannel: stored.watchChannel ?? fixed.watchChannel,
    // What whoever runs the bot asks for cannot be switched off by the one admin whom it is to hold.
    approvals: fixed.approvals || stored.approvals === true,
  };
}

const union = (some: readonly string[], others: readonly string[]): string[] => [...new Set([...some, ...others])];
