import { expect, test } from 'vitest';
import { FRESH_POLICY } from '../../../packages/playground/src/fresh-policy.ts';
import { mergePolicy } from '../../../src/core/access.ts';
import { EMPTY_SETTINGS } from '../../../src/store/settings-record.ts';

const listed = (...users: string[]) => ({ users, groups: [] });

test('lists of the environment and of the form are added up', () => {
  const fixed = { ...FRESH_POLICY, channels: ['C0OPS'], grants: { ...FRESH_POLICY.grants, admin: listed('U0ANA') } };
  const roles = { ...EMPTY_SETTINGS.roles, admin: listed('U0BEN', 'U0ANA') };
  const policy = mergePolicy(fixed, { ...EMPTY_SETTINGS, roles, channels: ['C0VOICE'] });
  expect(policy.grants.admin.users).toEqual(['U0ANA', 'U0BEN']);
  expect(policy.channels).toEqual(['C0OPS', 'C0VOICE']);
});

test('of single values that of the form comes first, when there is one', () => {
  const fixed = { ...FRESH_POLICY, auditChannel: 'C0OPS', memberRole: 'viewer' } as const;
  expect(mergePolicy(fixed, EMPTY_SETTINGS)).toMatchObject({ auditChannel: 'C0OPS', memberRole: 'viewer' });
  const stored = { ...EMPTY_SETTINGS, auditChannel: 'C0AUDIT', memberRole: 'admin' } as const;
  expect(mergePolicy(fixed, stored)).toMatchObject({ auditChannel: 'C0AUDIT', memberRole: 'admin' });
});

test.each([
  [[], [], []],
  [['delete'], [], ['delete']],
  [[], ['replace'], ['replace']],
  [
    ['delete', 'replace'],
    ['delete-enabled', 'delete'],
    ['delete', 'replace', 'delete-enabled'],
  ],
] as const)('a second admin: the environment says %j, the form %j, so %j', (approvals, form, wanted) => {
  const policy = mergePolicy({ ...FRESH_POLICY, approvals }, { ...EMPTY_SETTINGS, approvals: [...form] });
  expect(policy.approvals).toEqual(wanted);
});
