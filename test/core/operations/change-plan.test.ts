import { expect, test } from 'vitest';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

test.each([
  ['2025-01-01T18:30:00Z', 'today at 18:30'],
  ['2025-01-02T09:00:00Z', 'tomorrow at 9:00'],
  ['2025-01-03T00:05:00Z', 'at 2025-01-03 0:05'],
])('the form of a plan for %s begins with “%s”', async (plannedFor, when) => {
  const { context, installed } = await openAccount();
  const { id: installedId } = await installed('News');
  const id = '0123456789abcdef';
  const line = `disable installed:${installedId} unchanged-since:2025-01-01T12:00:00Z planned-for:${plannedFor} plan:${id}`;
  await context.schedules.plan({ id, userId: 'U0ANA', channelId: null, partOf: null, line }, Date.parse(plannedFor));
  const form = await runIfAllowed({ verb: 'change-plan', id }, context, ANA);
  expect(form).toMatchObject({ kind: 'plan-form', change: { id, wanted: 'disable', when, at: new Date(plannedFor) } });
});
