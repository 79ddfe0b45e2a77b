import type { StoredSettings } from '../store/settings-record.ts';

/** Why somebody may not do something. */
export type AccessRefusal =
  /** `mayConnect`: the one who asks can mend it. */
  | { why: 'not-connected'; reason: Exclude<AccountState, 'connected'>; mayConnect: boolean; admins: GrantList }
  | { why: 'other-workspace' }
  /** Slack, or the store, did not tell who may do what. */
  | { why: 'who-unknown'; reason: Extract<Access, { known: false }>['reason'] }
  | { why: 'role-missing'; verb: string; needed: Role; has: Role; admins: GrantList }
  | { why: 'channel-closed'; channels: string[] };

/** A key as people see it. `unreadable`: it is there, and does not open with the keys that this bot has. */
export type ShownKey = { lastFour: string; connectedBy: string; connectedAt: Date } | 'unreadable';

/** Whether the service takes a key; else a sentence for people. */
export type KeyCheck = { ok: true } | { ok: false; sentence: string };

/** Where a workspace keeps the key of its account. */
export interface KeyStore {
  /** Null when none is connected. */
  present(): Promise<ShownKey | null>;
  /** Asks the service, at most so long. Keeps nothing. */
  check(apiKey: string, withinMs: number): Promise<KeyCheck>;
  /** In the place of the one before; what is known of the account before is forgotten. */
  connect(apiKey: string, by: string): Promise<void>;
  disconnect(): Promise<void>;
}

/** The account that a workspace works with. */
export type Connection =
  /** Whoever runs the bot has set it, for the one workspace that the bot is in. */
  | { kind: 'fixed' }
  /** The admins of the workspace connect it. `since` when it was connected: what was changed before was another one's. */
  | { kind: 'own'; state: AccountState; keyStore: KeyStore; since: Date | null };

export type AccountState = 'connected' | 'none' | 'unreadable';

/** All of a key that people see. */
export const lastFourOf = (apiKey: string): string => apiKey.slice(-4);

/** How a key is called in messages and in the history. */
export const keyWords = (lastFour: string | null): string =>
  lastFour === null ? 'a key that could not be read' : `key ending in ${lastFour}`;

/** What somebody may do, from the least to the most; each includes those before it. */
export const ROLES = ['none', 'viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** What somebody is in the workspace, as Slack tells it. */
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

/** People and user groups, by the IDs that Slack gives them. */
export interface GrantList {
  users: readonly string[];
  groups: readonly string[];
}

/** Who was given which role. */
export type Grants = Readonly<Record<Exclude<Role, 'none'>, GrantList>>;

/** Why somebody has a role: by what they are, or because they or a group of theirs are listed for it. */
export type Because = { by: 'kind'; kind: PersonKind } | { by: 'listed' } | { by: 'group'; groupId: string };

/** What somebody may do at the place where they ask. Unknown when Slack or the store did not tell: then it is nothing. */
export type Access =
  | { known: false; reason: 'slack' | 'missing-scope' | 'settings' }
  | {
      known: true;
      role: Role;
      because: Because;
      /** Who is listed as admin, to be asked for a role. */
      admins: GrantList;
      /** The channels where the bot may be used, when this is none of them; null where it may be. */
      onlyIn: readonly string[] | null;
      /** Why nothing can be asked of the service: the workspace is connected to no account. Left out where it is. */
      unconnected?: Exclude<AccountState, 'connected'>;
    };

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
  const both = (role: keyof Grants): GrantList => ({
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

/** Who made a request, and what they may do where they made it. */
export interface Requester {
  /** A Slack user ID. */
  userId: string;
  access: Access;
  at: Date;
  /** Short ID of the request, shown to the person and logged. */
  ref: string;
}
