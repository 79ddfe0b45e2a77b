import { InstalledAbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

test('status: what is on the account, what was changed last and what waits', async () => {
  const { calls, context, installed } = await openAccount();
  const { id } = await installed('Weather');
  const toggle = { verb: 'disable', targets: [{ by: 'installed', id: InstalledAbilityId.parse(id) }] } as const;
  await runIfAllowed({ ...toggle, targets: [...toggle.targets] }, context, ANA);
  const change = { kind: 'toggled', items: [{ id, name: 'Weather', enabled: false }] } as const;
  await context.undoLog.record('U0ANA', { ...change, items: [...change.items] });
  const before = calls().length;
  const outcome = await runIfAllowed({ verb: 'status' }, context, ANA);
  expect(outcome).toMatchObject({
    kind: 'status',
    status: {
      service: { answers: true, agents: 3, abilities: { onAccount: 12, installed: 9, enabled: 6, orphans: 1 } },
      latest: { change, userId: 'U0ANA' },
      approvals: 0,
    },
  });
  // Cached lists would not show whether the service is up now.
  expect(calls().slice(before)).toHaveLength(3);
});

test('status: a service that fails is part of the answer, and the rest is reported', async () => {
  const { context, faults } = await openAccount();
  faults.add({ match: {}, times: 100, fault: { kind: 'status', status: 500 } });
  const outcome = await runIfAllowed({ verb: 'status' }, context, ANA);
  expect(outcome).toMatchObject({
    kind: 'status',
    status: { service: { answers: false }, latest: null, approvals: 0 },
  });
});
