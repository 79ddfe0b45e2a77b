import { expect, test } from 'vitest';
import type { OperationContext } from '../../../src/core/operation-context.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { parseCommand } from '../../../src/core/verbs.ts';
import { ERRORS } from '../../slack/error-cases.ts';
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

test('the form counts what would be disabled, on each Agent whose Abilities are known', async () => {
  const { context } = await openAccount();
  const [known] = await context.service.listAgents();
  if (!known) throw new Error('an Agent is needed');
  await context.assignments.save(known.id, []);
  const form = await run('quiet choose:', context);
  const quieted = await run('quiet', context);
  const count = quieted.kind === 'quieted' ? quieted.results.length : 0;
  expect(count).toBeGreaterThan(5);
  expect(form).toMatchObject({ kind: 'quiet-form', enabled: count });
  const agents = form.kind === 'quiet-form' ? form.agents : [];
  expect(agents.find(({ id }) => id === known.id)?.enabled).toBe(0);
  expect(agents.filter(({ id }) => id !== known.id).map(({ enabled }) => enabled)).not.toContain(0);
});

test('the form opens without counts if the Abilities cannot be read', async () => {
  const { context } = await openAccount();
  const fail = async () => {
    throw ERRORS.unavailable.timeout;
  };
  const form = await run('quiet choose:', {
    ...context,
    service: { ...context.service, listInstalledAbilities: fail },
  });
  expect(form).toMatchObject({ kind: 'quiet-form', enabled: null, agents: [{ enabled: null }, {}, {}] });
});
