import { expect, test } from 'vitest';
import { saveSettings } from '../../../src/core/features/settings.ts';
import { EMPTY_SETTINGS } from '../../../src/store/settings-record.ts';
import { ANA, useAccounts } from './account.ts';

const open = useAccounts();

test('a choice that the form no longer offers is kept, and not reported as a change', async () => {
  const { context } = await open();
  await saveSettings({ settings: { ...EMPTY_SETTINGS, approvals: true }, base: null }, ANA, context);
  const fixed = { ...context.settings.fixed, approvals: true };
  const settings = { ...context.settings, fixed };
  const asShown = { ...EMPTY_SETTINGS, approvals: null };
  expect(await saveSettings({ settings: asShown, base: asShown }, ANA, { ...context, settings })).toEqual({
    kind: 'settings-unchanged',
  });
  await saveSettings({ settings: { ...asShown, memberRole: 'viewer' }, base: asShown }, ANA, { ...context, settings });
  expect(await settings.book.read()).toEqual({ ...EMPTY_SETTINGS, approvals: true, memberRole: 'viewer' });
});
