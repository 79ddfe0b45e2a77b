import { expect, test } from 'vitest';
import { settingsChanges } from '../../src/core/features/settings.ts';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';

const { roles } = EMPTY_SETTINGS;
const admins = (...users: string[]) => ({
  ...EMPTY_SETTINGS,
  roles: { ...roles, admin: { users, groups: ['S0ADMINS'] } },
});

test('only settings that changed are reported', () => {
  expect(settingsChanges(EMPTY_SETTINGS, { ...admins('U0BEN'), approvals: true })).toEqual([
    { setting: 'admins', before: 'not set', after: 'S0ADMINS, U0BEN' },
    { setting: 'approvals', before: 'not needed', after: 'needed' },
  ]);
});

test('the same people in another order, and what was never set, are no change', () => {
  expect(settingsChanges(admins('U0BEN', 'U0ANA'), admins('U0ANA', 'U0BEN', 'U0BEN'))).toEqual([]);
  expect(settingsChanges(EMPTY_SETTINGS, { ...EMPTY_SETTINGS, approvals: false })).toEqual([]);
});
