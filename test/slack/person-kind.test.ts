import { expect, test } from 'vitest';
import type { PersonKind } from '../../src/core/access.ts';
import { personKind, UserInfo } from '../../src/slack/people/people.ts';

const WORKSPACE = { id: 'T0HOME', teamId: 'T0HOME', enterpriseId: null };
const IN_ORGANIZATION = { id: 'T0HOME', teamId: 'T0HOME', enterpriseId: 'E0ORG' };
const ORGANIZATION = { id: 'E0ORG', teamId: null, enterpriseId: 'E0ORG' };

const kindOf = (flags: object, tenant: Parameters<typeof personKind>[1] = WORKSPACE) =>
  personKind(UserInfo.parse({ user: { team_id: 'T0HOME', ...flags } }).user, tenant);

test.each<[object, PersonKind]>([
  [{}, 'member'],
  [{ is_admin: true }, 'admin'],
  [{ is_admin: true, is_owner: true }, 'owner'],
  [{ is_admin: true, is_owner: true, is_primary_owner: true }, 'owner'],
  [{ is_restricted: true }, 'guest'],
  [{ is_restricted: true, is_ultra_restricted: true }, 'single-channel guest'],
  [{ is_ultra_restricted: true }, 'single-channel guest'],
  [{ is_stranger: true, is_admin: true }, 'stranger'],
  [{ team_id: 'T0ELSEWHERE', is_owner: true }, 'stranger'],
  [{ team_id: null }, 'stranger'],
  [{ is_bot: true, is_admin: true }, 'bot'],
  // Slack calls it a full member. It speaks for whoever wrote a reminder.
  [{ id: 'USLACKBOT', is_bot: false }, 'bot'],
  [{ deleted: true, is_owner: true }, 'deactivated'],
])('%j is a %s of a workspace', (flags, kind) => expect(kindOf(flags)).toBe(kind));

test('a workspace of an organization counts whom the organization put into it', () => {
  const colleague = { team_id: 'T0OTHER', enterprise_user: { enterprise_id: 'E0ORG', teams: ['T0OTHER', 'T0HOME'] } };
  expect(kindOf(colleague, IN_ORGANIZATION)).toBe('member');
  expect(
    kindOf({ ...colleague, enterprise_user: { enterprise_id: 'E0ORG', teams: ['T0OTHER'] } }, IN_ORGANIZATION),
  ).toBe('stranger');
  expect(
    kindOf({ ...colleague, enterprise_user: { enterprise_id: 'E0FOREIGN', teams: ['T0HOME'] } }, IN_ORGANIZATION),
  ).toBe('stranger');
});

test('an organization is run by its own admins, not by those of one of its workspaces', () => {
  const inside = (office: object) => ({ team_id: 'T0ANY', enterprise_user: { enterprise_id: 'E0ORG', ...office } });
  expect(kindOf(inside({}), ORGANIZATION)).toBe('member');
  expect(kindOf({ ...inside({}), is_admin: true, is_owner: true }, ORGANIZATION)).toBe('member');
  expect(kindOf({ ...inside({}), is_primary_owner: true }, ORGANIZATION)).toBe('member');
  expect(kindOf(inside({ is_primary_owner: true }), ORGANIZATION)).toBe('owner');
  expect(kindOf(inside({ is_admin: true }), ORGANIZATION)).toBe('admin');
  expect(kindOf(inside({ is_owner: true }), ORGANIZATION)).toBe('owner');
  expect(kindOf({ team_id: 'T0ANY' }, ORGANIZATION)).toBe('stranger');
});
