import { expect, test } from 'vitest';
import type { OperationContext } from '../../../src/core/operation-context.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { parseCommand } from '../../../src/core/verbs.ts';
import { ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

function run(line: string, context: OperationContext) {
  const parsed = parseCommand(line);
  if (!parsed.ok) throw new Error(`not a command: ${line}`);
  return runIfAllowed(parsed.command, context, ANA);
}

test('after a kill in the middle of its end, what it enabled counts as enabled by it', async () => {
  const { context } = await openAccount();
  const { service } = context;
  const quieted = await run('quiet', context);
  const disabled = quieted.kind === 'quieted' ? quieted.results.map((result) => 'id' in result && result.id) : [];
  expect(disabled.length).toBeGreaterThan(5);
  let changes = 0;
  const killed: OperationContext = {
    ...context,
    service: {
      ...service,
      setInstalledAbility: (...change) => {
        changes += 1;
        if (changes > 2) throw new Error('killed');
        return service.setInstalledAbility(...change);
      },
    },
  };
  await expect(run('resume', killed)).rejects.toThrow('killed');
  const resumed = await run('resume', context);
  expect(resumed).toMatchObject({ kind: 'resumed', left: [], openIds: [] });
  const enabled = resumed.kind === 'resumed' ? resumed.results.map((result) => 'id' in result && result.id) : [];
  expect(new Set(enabled)).toEqual(new Set(disabled));
});
