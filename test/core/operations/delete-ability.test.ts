import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import type { AbilityRef } from '../../../src/core/references.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

const DELETE = /delete-capability/;
const LIST = /get-all-capabilities/;

const byId = async ({ ability }: Account, name: string): Promise<AbilityRef> => ({
  by: 'ability',
  id: (await ability(name)).id,
});
const names = async ({ context }: Account) => (await context.service.listAbilities()).map(({ name }) => name);

describe('before', () => {
  test('the question names what goes', async () => {
    const account = await openAccount();
    const ability = await account.ability('Timer');
    expect(
      await runIfAllowed(
        { verb: 'delete', targets: [{ by: 'name', name: 'timer' }], confirmed: false },
        account.context,
        ANA,
      ),
    ).toMatchObject({ kind: 'delete-question', ability, entry: { state: 'enabled' }, agentNames: null });
  });

  test('an ID that is not confirmed is asked about, too', async () => {
    const account = await openAccount();
    const target = await byId(account, 'Timer');
    const outcome = await runIfAllowed({ verb: 'delete', targets: [target], confirmed: false }, account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'delete-question', ability: { name: 'Timer' } });
    expect(account.changes()).toEqual([]);
  });

  test.each([
    ['a name', { by: 'name', name: 'Timer' }],
    ['an installed ID', null],
  ] as const)('a confirmation of %s asks again: only the ID that was confirmed is deleted', async (_what, ref) => {
    const account = await openAccount();
    const target = ref ?? ({ by: 'installed', id: (await account.installed('Timer')).id } as const);
    const outcome = await runIfAllowed({ verb: 'delete', targets: [target], confirmed: true }, account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'delete-question', ability: { name: 'Timer' } });
    expect(account.changes()).toEqual([]);
  });

  test.each([
    ['Old Jukebox', { why: 'no-ability-record', entry: { name: 'Old Jukebox' } }],
    ['Timr', { why: 'no-such-ability', asked: 'Timr', suggestions: ['Timer'] }],
  ])('%s cannot be deleted', async (name, refusal) => {
    const { context } = await openAccount();
    const outcome = await runIfAllowed(
      { verb: 'delete', targets: [{ by: 'name', name }], confirmed: false },
      context,
      ANA,
    );
    expect(outcome).toMatchObject({ kind: 'refused', refusal });
  });
});

describe('after the question', () => {
  test('exactly this Ability is deleted', async () => {
    const account = await openAccount();
    const target = await byId(account, 'Timer');
    const installed = (await account.context.service.listInstalledAbilities()).find(({ name }) => name === 'Timer');
    const before = await names(account);
    expect(await runIfAllowed({ verb: 'delete', targets: [target], confirmed: true }, account.context, ANA)).toEqual({
      kind: 'deleted',
      name: 'Timer',
      id: expect.any(Number),
      installedIds: [installed?.id],
    });
    expect(await names(account)).toEqual(before.filter((name) => name !== 'Timer'));
  });

  test('one that is gone already is not sent', async () => {
    const account = await openAccount();
    const target = await byId(account, 'Timer');
    const command: Command = { verb: 'delete', targets: [target], confirmed: true };
    const outcomes = await Promise.all([command, command].map((one) => runIfAllowed(one, account.context, ANA)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['deleted', 'gone-already']);
    expect(account.changes()).toHaveLength(1);
  });

  test('a lost answer is resolved by the list, and nothing is sent twice', async () => {
    const account = await openAccount();
    const target = await byId(account, 'Timer');
    account.faults.add({ match: { path: DELETE }, afterEffect: true, fault: { kind: 'reset' } });
    const outcome = await runIfAllowed({ verb: 'delete', targets: [target], confirmed: true }, account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'deleted', name: 'Timer' });
    expect(account.changes()).toHaveLength(1);
  });

  test('a failure after which the Ability still exists: it may disappear a moment later', async () => {
    const account = await openAccount();
    const target = await byId(account, 'Timer');
    account.faults.add({ match: { path: DELETE }, fault: { kind: 'status', status: 500 } });
    const outcome = await runIfAllowed({ verb: 'delete', targets: [target], confirmed: true }, account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'maybe-deleted', name: 'Timer' });
    expect(await names(account)).toContain('Timer');
  });

  test('a refusal', async () => {
    const account = await openAccount();
    const target = await byId(account, 'Timer');
    account.faults.add({ match: { path: DELETE }, fault: { kind: 'status', status: 401 } });
    const outcome = await runIfAllowed({ verb: 'delete', targets: [target], confirmed: true }, account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'trouble', error: { kind: 'unauthorized' }, effect: 'none' });
  });

  test('a service that says done and still lists it', async () => {
    const account = await openAccount();
    const target = await byId(account, 'Timer');
    account.faults.add({ match: { path: DELETE }, fault: { kind: 'wrong-shape', body: {} } });
    const outcome = await runIfAllowed({ verb: 'delete', targets: [target], confirmed: true }, account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'still-there', name: 'Timer' });
  });

  test.each([
    ['done', { kind: 'wrong-shape', body: {} }],
    ['nothing', { kind: 'reset' }],
  ] as const)('a service that says %s and cannot be asked afterwards', async (_what, fault) => {
    const account = await openAccount();
    const target = await byId(account, 'Timer');
    account.faults.add({ match: { path: DELETE }, afterEffect: true, fault });
    account.faults.add({ match: { path: LIST }, times: 1, fault: { kind: 'delay', ms: 0 } });
    account.faults.add({ match: { path: LIST }, fault: { kind: 'status', status: 500 } });
    const outcome = await runIfAllowed({ verb: 'delete', targets: [target], confirmed: true }, account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'maybe-deleted', name: 'Timer' });
  });
});
