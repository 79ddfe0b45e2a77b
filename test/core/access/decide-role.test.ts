import { describe, expect, test } from 'vitest';
import { decideRole, type Grants, PERSON_KINDS, type PersonKind, ROLES, type Role } from '../../../src/core/access.ts';

const nobody = { users: [], groups: [] };
const NONE: Grants = { viewer: nobody, editor: nobody, admin: nobody };
const decide = (kind: PersonKind, grants: Partial<Grants> = {}, groupIds: string[] = [], memberRole: Role = 'editor') =>
  decideRole({ userId: 'U0EVE', kind, groupIds }, { ...NONE, ...grants }, memberRole);

const BY_DEFAULT: Record<PersonKind, Role> = {
  owner: 'admin',
  admin: 'admin',
  member: 'editor',
  guest: 'none',
  'single-channel guest': 'none',
  stranger: 'none',
  bot: 'none',
  deactivated: 'none',
};

test.each(PERSON_KINDS)('a %s has the role of what they are, when nothing is set', (kind) => {
  expect(decide(kind)).toEqual({ role: BY_DEFAULT[kind], because: { by: 'kind', kind } });
});

describe.each(ROLES)('where full members are %s by setting', (memberRole) => {
  test.each(PERSON_KINDS)('a %s is that only if they are a full member', (kind) => {
    expect(decide(kind, {}, [], memberRole).role).toBe(kind === 'member' ? memberRole : BY_DEFAULT[kind]);
  });
});

describe.each(['viewer', 'editor', 'admin'] as const)('who is listed as %s', (role) => {
  const listed = { [role]: { users: ['U0EVE'], groups: [] } };

  test.each(['owner', 'admin', 'member', 'guest', 'single-channel guest'] as const)(
    'as a %s is just that, by name or through a group',
    (kind) => {
      expect(decide(kind, listed)).toEqual({ role, because: { by: 'listed' } });
      const group = { [role]: { users: [], groups: ['S0OPS'] } };
      expect(decide(kind, group, ['S0OPS'])).toEqual({ role, because: { by: 'group', groupId: 'S0OPS' } });
      expect(decide(kind, group)).toEqual({ role: BY_DEFAULT[kind], because: { by: 'kind', kind } });
    },
  );

  test.each(['stranger', 'bot', 'deactivated'] as const)('as a %s is none all the same', (kind) => {
    expect(decide(kind, listed).role).toBe('none');
    expect(decide(kind, { [role]: { users: [], groups: ['S0OPS'] } }, ['S0OPS']).role).toBe('none');
  });
});

test('a group gives its role, a name counts before it, and of several the one that gives the most', () => {
  const grants = {
    viewer: { users: [], groups: ['S0ALL'] },
    editor: { users: ['U0EVE'], groups: [] },
    admin: { users: [], groups: ['S0OPS'] },
  };
  expect(decide('member', { ...grants, editor: nobody }, ['S0ALL', 'S0OPS'])).toEqual({
    role: 'admin',
    because: { by: 'group', groupId: 'S0OPS' },
  });
  expect(decide('owner', { viewer: grants.viewer }, ['S0ALL']).role).toBe('viewer');
  expect(decide('guest', grants, ['S0ALL', 'S0OPS'])).toEqual({ role: 'editor', because: { by: 'listed' } });
});
