import { expect, test } from 'vitest';
import { saveSettings } from '../../../src/core/features/settings.ts';
import { EMPTY_SETTINGS } from '../../../src/store/settings-record.ts';
import { ANA, useAccounts } from './account.ts';

const open = useAccounts();

test('a choice for approvals that the operator has made too is a choice of the workspace, and stays one', async () => {
  const { context } = await open();
  const { store, fixed } = context.settings;
  const within = { ...context, settings: { store, fixed: { ...fixed, approvals: ['delete'] } as const } };
  const chosen = { ...EMPTY_SETTINGS, approvals: ['delete'] } satisfies typeof EMPTY_SETTINGS;
  const save = (settings: typeof EMPTY_SETTINGS) => saveSettings({ settings, base: EMPTY_SETTINGS }, ANA, within);
  expect(await save(chosen)).toMatchObject({ kind: 'settings-saved' });
  expect(await store.read()).toEqual(chosen);
});
