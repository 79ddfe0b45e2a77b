import { expect, test } from 'vitest';
import { rebaseSettings, settingsChanges } from '../../src/core/features/settings.ts';
import { EMPTY_SETTINGS, type StoredSettings } from '../../src/store/settings-record.ts';

const { roles } = EMPTY_SETTINGS;
const admins = (...users: string[]) => ({
  ...EMPTY_SETTINGS,
  roles: { ...roles, admin: { users, groups: ['S0ADMINS'] } },
});

test('only settings that changed are reported, of lists who was added and removed, the weightiest first', () => {
  expect(
    settingsChanges(EMPTY_SETTINGS, { ...admins('U0BEN'), approvals: ['delete-enabled', 'replace-enabled'] }),
  ).toEqual([
    {
      kind: 'list',
      setting: 'approvals',
      added: ['deleting enabled Abilities', 'replacing enabled Abilities'],
      removed: [],
    },
    { kind: 'list', setting: 'admins', added: ['S0ADMINS', 'U0BEN'], removed: [] },
  ]);
});

test('the same people in another order, and what was never set, are no change', () => {
  expect(settingsChanges(admins('U0BEN', 'U0ANA'), admins('U0ANA', 'U0BEN', 'U0BEN'))).toEqual([]);
  expect(settingsChanges(EMPTY_SETTINGS, { ...EMPTY_SETTINGS, approvals: [] })).toEqual([]);
});

test('what two people change in lists that both saw adds up; of one value, the later choice counts', () => {
  const base: StoredSettings = { ...admins('U0ANA', 'U0MAL'), channels: ['C0OPS'], memberRole: 'viewer' };
  const others: StoredSettings = {
    ...admins('U0ANA', 'U0CLEO'),
    channels: ['C0OPS'],
    memberRole: 'none',
    approvals: ['delete-enabled', 'replace-enabled'],
  };
  const mine: StoredSettings = { ...base, channels: ['C0GENERAL'], watchChannel: 'C0WATCH' };
  expect(rebaseSettings(mine, base, others)).toEqual({ ...others, channels: ['C0GENERAL'], watchChannel: 'C0WATCH' });
  expect(rebaseSettings({ ...mine, memberRole: 'editor' }, base, others).memberRole).toBe('editor');
});
