import { expect, test } from 'vitest';
import { readLastSwitch } from '../../../src/core/last-switch.ts';
import { useAccounts } from './account.ts';

const openAccount = useAccounts();

test('quiet and a switch both count as the last switch, if the Ability is still as they left it', async () => {
  const { context, installed } = await openAccount();
  const { id, name } = await installed('News');
  const since = async (enabled: boolean) => (await readLastSwitch({ id, enabled }, context))?.userId ?? null;
  expect(await since(false)).toBeNull();
  await context.undoLog.record('U0BEN', { kind: 'quieted', quietId: '0123456789abcdef', items: [{ id, name }] });
  expect([await since(false), await since(true)]).toEqual(['U0BEN', null]);
  await context.undoLog.record('U0ANA', { kind: 'toggled', items: [{ id, name, enabled: true }] });
  await context.undoLog.record('U0CAM', { kind: 'triggers', id, name, before: ['a'], after: ['b'] });
  expect([await since(false), await since(true)]).toEqual([null, 'U0ANA']);
});
