import { describe, expect, test } from 'vitest';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { ANA, useAccounts } from './account.ts';

describe('with a service that returns the lists', () => {
  const openAccount = useAccounts({ agentRowsCarryAbilities: true });

  test('the question names what goes, and nothing is sent', async () => {
    const account = await openAccount();
    const outcome = await runIfAllowed(
      { verb: 'unassign', agent: { by: 'name', name: 'echo' }, confirmed: false },
      account.context,
      ANA,
    );
    expect(outcome).toMatchObject({
      kind: 'unassign-question',
      row: { agent: { name: 'Echo' }, known: 'from-service' },
    });
    const names = outcome.kind === 'unassign-question' ? outcome.row.abilityNames : null;
    expect(names?.toSorted()).toEqual(['News', 'Timer', 'Weather']);
    expect(account.changes()).toEqual([]);
  });

  test('an ID that is not confirmed is asked about, too', async () => {
    const account = await openAccount();
    const agent = { by: 'agent', id: (await account.agent('Echo')).id } as const;
    expect(await runIfAllowed({ verb: 'unassign', agent, confirmed: false }, account.context, ANA)).toMatchObject({
      kind: 'unassign-question',
    });
    expect(account.changes()).toEqual([]);
  });

  test('a confirmed ID is left without any', async () => {
    const account = await openAccount();
    const echo = await account.agent('Echo');
    const outcome = await runIfAllowed(
      { verb: 'unassign', agent: { by: 'agent', id: echo.id }, confirmed: true },
      account.context,
      ANA,
    );
    expect(outcome).toMatchObject({
      kind: 'assigned',
      result: { abilityIds: [], before: echo.abilityIds, change: { added: [] }, confirmed: 'yes' },
    });
    expect((await account.agent('Echo')).abilityIds).toEqual([]);
  });

  test('a confirmed name asks again: another Agent may bear it by now', async () => {
    const account = await openAccount();
    const agent = { by: 'name', name: 'Echo' } as const;
    expect(await runIfAllowed({ verb: 'unassign', agent, confirmed: true }, account.context, ANA)).toMatchObject({
      kind: 'unassign-question',
    });
    expect(account.changes()).toEqual([]);
  });
});

describe('with a service that does not', () => {
  const openAccount = useAccounts();

  test('the question says that nobody knows', async () => {
    const { context } = await openAccount();
    const agent = { by: 'name', name: 'Echo' } as const;
    expect(await runIfAllowed({ verb: 'unassign', agent, confirmed: false }, context, ANA)).toMatchObject({
      row: { abilityNames: null, known: 'no' },
    });
  });

  test('an Agent that is not there', async () => {
    const { context } = await openAccount();
    const agent = { by: 'name', name: 'Ecko' } as const;
    expect(await runIfAllowed({ verb: 'unassign', agent, confirmed: false }, context, ANA)).toEqual({
      kind: 'refused',
      refusal: { why: 'no-such-agent', asked: 'Ecko', suggestions: ['Echo'], nextAction: 'unassign' },
    });
  });
});
