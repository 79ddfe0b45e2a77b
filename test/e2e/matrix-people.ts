import type { Person, UserGroup } from '@abilities-bot/local-slack';
import type { PersonKind, Role } from '../../src/core/access.ts';

/** The role for which somebody is listed in the settings. */
export const LISTED_FOR = ['nothing', 'viewer', 'editor', 'admin'] as const;
type ListedFor = (typeof LISTED_FOR)[number];

/** The rule, restated independently: the role of each kind of person, unlisted and listed for each role. */
export const ROLE_OF: Record<PersonKind, Record<ListedFor, Role>> = {
  owner: { nothing: 'admin', viewer: 'viewer', editor: 'editor', admin: 'admin' },
  admin: { nothing: 'admin', viewer: 'viewer', editor: 'editor', admin: 'admin' },
  member: { nothing: 'editor', viewer: 'viewer', editor: 'editor', admin: 'admin' },
  guest: { nothing: 'none', viewer: 'viewer', editor: 'editor', admin: 'admin' },
  'single-channel guest': { nothing: 'none', viewer: 'viewer', editor: 'editor', admin: 'admin' },
  stranger: { nothing: 'none', viewer: 'none', editor: 'none', admin: 'none' },
  bot: { nothing: 'none', viewer: 'none', editor: 'none', admin: 'none' },
  deactivated: { nothing: 'none', viewer: 'none', editor: 'none', admin: 'none' },
};

/** Owners and admins always have a role, and lists cannot remove it. Outsiders never get one. */
export const IMPOSSIBLE: readonly `${PersonKind}: ${Role}`[] = [
  'owner: none',
  'admin: none',
  ...(['stranger', 'bot', 'deactivated'] as const).flatMap((kind) =>
    (['viewer', 'editor', 'admin'] as const).map((role) => `${kind}: ${role}` as const),
  ),
];

export interface Cast {
  person: Person;
  role: Role;
}

const KINDS: PersonKind[] = [
  'owner',
  'admin',
  'member',
  'guest',
  'single-channel guest',
  'stranger',
  'bot',
  'deactivated',
];

/** All of them are in the one channel where everything happens, so it includes strangers. */
function personOf(kind: PersonKind, listedFor: ListedFor): Person {
  const name = `${kind.replaceAll(' ', '-')}-${listedFor}`;
  const fields = { id: `U0${name.replaceAll('-', '').toUpperCase()}`, name, channels: ['ops'] as const };
  return kind === 'stranger' ? { ...fields, kind, teamId: 'T0ELSEWHERE' } : { ...fields, kind };
}

const castOf = (kind: PersonKind, listedFor: ListedFor) => ({
  person: personOf(kind, listedFor),
  listedFor,
  role: ROLE_OF[kind][listedFor],
});

/** One person of each kind for each way of being listed. */
export const CAST: readonly (Cast & { listedFor: ListedFor })[] = KINDS.flatMap((kind) =>
  LISTED_FOR.map((listedFor) => castOf(kind, listedFor)),
);

/** A person with each role, by default, by name and through a group, and the outsiders that a list must not help. */
export const SHORT_CAST: readonly Cast[] = [
  castOf('guest', 'nothing'),
  castOf('member', 'viewer'),
  castOf('member', 'editor'),
  castOf('admin', 'nothing'),
  castOf('stranger', 'admin'),
  castOf('bot', 'admin'),
  castOf('deactivated', 'admin'),
];

/** An unlisted full member where the default role is none. */
export const UNLISTED: readonly Cast[] = [{ person: personOf('member', 'nothing'), role: 'none' }];

const idsOf = (role: ListedFor) => CAST.filter(({ listedFor }) => listedFor === role).map(({ person }) => person.id);

/** Operators are listed through a group, the others by name. */
export const OPERATORS: UserGroup = {
  id: 'S0OPERATORS',
  handle: 'operators',
  name: 'Operators',
  userIds: idsOf('editor'),
};

export const GRANTS = {
  viewer: { users: idsOf('viewer'), groups: [] },
  editor: { users: [], groups: [OPERATORS.id] },
  admin: { users: idsOf('admin'), groups: [] },
};
