import type { ApprovalChoice, StoredSettingName, StoredSettings } from '../store/settings-record.ts';
import type { AccountState } from './connection.ts';

export type AccessRefusal =
  /** `mayConnect`: the requester may connect an account. */
  | { why: 'not-connected'; reason: Exclude<AccountState, 'connected'>; mayConnect: boolean; admins: GrantList }
  | { why: 'other-workspace' }
  /** The role could not be read from Slack or the store. */
  | { why: 'who-unknown'; reason: Extract<Access, { known: false }>['reason'] }
  | { why: 'role-missing'; verb: string; needed: Role; has: Role; admins: GrantList }
  | { why: 'channel-closed'; channels: string[] };

/** From lowest to highest; each role includes those before it. */
export const ROLES = ['none', 'viewer', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Derived from the person's Slack profile. */
export const PERSON_KINDS = [
  'owner',
  'admin',
  'member',
  'guest',
  'single-channel guest',
  'stranger',
  'bot',
  'deactivated',
] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

/** Slack IDs. */
export interface GrantList {
  users: readonly string[];
  groups: readonly string[];
}

export type Grants = Readonly<Record<Exclude<Role, 'none'>, GrantList>>;

/** Why a person has a role: their kind, their own entry in a list, or a group's entry. */
export type Because = { by: 'kind'; kind: PersonKind } | { by: 'listed' } | { by: 'group'; groupId: string };

/** A person's permissions in the request's channel. If they are unknown, nothing is allowed. */
export type Access =
  | { known: false; reason: 'slack' | 'missing-scope' | 'settings' }
  | {
      known: true;
      role: Role;
      because: Because;
      /** People who can grant a role: the listed admins; if there are none, some admins of the workspace. */
      admins: GrantList;
      /** The channels where the bot may be used, if the request's channel isn't one of them; else null. */
      onlyIn: readonly string[] | null;
      /** Why no account is available; absent if one is connected. */
      unconnected?: Exclude<AccountState, 'connected'>;
      /** Current offset of the person's time zone, in seconds; absent for UTC. */
      utcOffset?: number;
      /** The name of that zone, such as `Europe/Berlin`; absent if unknown. */
      timeZone?: string;
    };

interface KnownPerson {
  userId: string;
  kind: PersonKind;
  /** Only the groups that are listed for a role. */
  groupIds: readonly string[];
}

/** If several lists apply, the highest role wins. */
const FROM_THE_MOST = ['admin', 'editor', 'viewer'] as const;

/**
 * Decides a person's role. An entry for the person overrides one for a group, and both override the default, so a list
 * can also lower a role. People from other workspaces, bots and deactivated people get none.
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

/** A workspace's settings: roles, allowed channels, announcements and approvals. */
export interface Policy {
  grants: Grants;
  /** The role of full members who are in no list. */
  memberRole: Role;
  /** The allowed channels; empty allows all. */
  channels: readonly string[];
  /** Receives every change. */
  auditChannel: string | null;
  /** Receives changes made outside Slack. */
  watchChannel: string | null;
  /** Changes that need a second admin. */
  approvals: readonly ApprovalChoice[];
}

/** A policy that includes the settings saved by admins. */
export interface WorkspacePolicy extends Policy {
  /** The settings that could not be read. */
  unread: readonly StoredSettingName[];
}

/**
 * True if the role may be wrong because settings could not be read: anybody could be in an unread list, except a person
 * whose own entry was found.
 */
export const isRoleUnread = (because: Because, { unread }: WorkspacePolicy): boolean =>
  (unread.includes('roles') && because.by !== 'listed') ||
  (unread.includes('memberRole') && because.by === 'kind' && because.kind === 'member');

/**
 * Merges the environment's settings with the admins' saved ones. Lists are merged, so that nobody can lock out the
 * people named in the environment; for other values the admins' setting wins.
 * @param unread the fields of `stored` that could not be read.
 */
export function mergePolicy(
  fixed: Policy,
  stored: StoredSettings,
  unread: readonly StoredSettingName[] = [],
): WorkspacePolicy {
  const both = (role: keyof Grants): GrantList => ({
    users: union(fixed.grants[role].users, stored.roles[role].users),
    groups: union(fixed.grants[role].groups, stored.roles[role].groups),
  });
  return {
    grants: { viewer: both('viewer'), editor: both('editor'), admin: both('admin') },
    memberRole: stored.memberRole ?? fixed.memberRole,
    channels: union(fixed.channels, stored.channels),
    auditChannel: stored.auditChannel ?? fixed.auditChannel,
    watchChannel: stored.watchChannel ?? fixed.watchChannel,
    // Admins cannot switch off approvals that the operator requires, because approvals restrict admins.
    approvals: union(fixed.approvals, stored.approvals),
    unread,
  };
}

const union = <T extends string>(some: readonly T[], others: readonly T[]): T[] => [...new Set([...some, ...others])];

/** The person behind a request, with their access in the request's channel. */
export interface Requester {
  /** A Slack user ID. */
  userId: string;
  /** Name of the request's channel; absent or null if unknown. */
  channelName?: string | null;
  /** The request's channel; absent or null if it came from none. */
  channelId?: string | null;
  /** Set if the request was planned for now; null or absent for one that was just made. */
  planned?: { id: string; for: Date } | null;
  access: Access;
  at: Date;
  /** Short ID of the request, shown to the person and logged. */
  ref: string;
}
