import { describe, expect, test } from 'vitest';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { BEN, useAccounts } from './account.ts';
import { assign, cannotUndo, change, keep, undo, undoneBy } from './take-back-steps.ts';

const EDIT = /edit-personality/;

describe('the Abilities of an Agent', () => {
  const openTelling = useAccounts({ agentRowsCarryAbilities: true });
  const openSilent = useAccounts();

  test('are as they were', async () => {
    const account = await openTelling();
    const before = (await account.agent('Echo')).abilityIds;
    const id = await change(account, await assign(account, 'Echo', ['Radio']));
    expect(await undo(account, id)).toMatchObject({
      kind: 'undone',
      of: { kind: 'assigned', result: { change: { removed: ['Radio'] }, confirmed: 'yes' } },
    });
    expect((await account.agent('Echo')).abilityIds?.toSorted()).toEqual(before?.toSorted());
  });

  test('leave enabled what the change has installed, and name it unless another Agent has it', async () => {
    const account = await openTelling();
    const names = ['Weather', 'News', 'Timer', 'Garage Door', 'Radio', 'Night Watch'];
    const id = await change(account, await assign(account, 'Echo', names));
    const outcome = await undo(account, id);
    // Radio was installed before, and is disabled. Nova has Night Watch.
    expect(outcome).toMatchObject({
      kind: 'undone',
      of: { result: { stillEnabled: [{ id: (await account.installed('Garage Door')).id, name: 'Garage Door' }] } },
    });
    const redone = await undo(account, await keep(outcome, account.context, BEN));
    expect(redone).toMatchObject({ kind: 'undone', isRedo: true, of: { result: { stillEnabled: [] } } });
  });

  test('come back to an Agent that was left without any', async () => {
    const account = await openTelling();
    const { id: agentId, abilityIds } = await account.agent('Nova');
    const agent = { by: 'agent', id: agentId } as const;
    const id = await change(account, { verb: 'unassign', agent, confirmed: true });
    expect(await undo(account, id)).toMatchObject({ kind: 'undone' });
    expect((await account.agent('Nova')).abilityIds?.toSorted()).toEqual(abilityIds?.toSorted());
  });

  test('that somebody saved since stay', async () => {
    const account = await openTelling();
    const id = await change(account, await assign(account, 'Echo', ['Radio']));
    await runIfAllowed(await assign(account, 'Echo', ['Timer']), account.context, BEN);
    expect(await undo(account, id)).toEqual(cannotUndo('moved-on', 'Echo'));
    expect((await account.agent('Echo')).abilityIds).toEqual([(await account.ability('Timer')).id]);
  });

  test('are restored without those that were deleted since', async () => {
    const account = await openTelling();
    const id = await change(account, await assign(account, 'Echo', ['Radio', 'Timer']));
    await account.context.service.deleteAbilities([
      (await account.ability('News')).id,
      (await account.ability('Radio')).id,
    ]);
    expect(await undo(account, id)).toMatchObject({ kind: 'undone' });
    const rest = [(await account.ability('Weather')).id, (await account.ability('Timer')).id];
    expect((await account.agent('Echo')).abilityIds?.toSorted()).toEqual(rest.toSorted());
  });

  test('that were not known before cannot be restored', async () => {
    const account = await openSilent();
    const id = await change(account, await assign(account, 'Echo', ['Radio']));
    expect(await undo(account, id)).toEqual(cannotUndo('not-undoable', 'Echo'));
  });

  test('are restored from what was last saved here', async () => {
    const account = await openSilent();
    await change(account, await assign(account, 'Echo', ['Radio']));
    const id = await change(account, await assign(account, 'Echo', ['Timer']));
    expect(await undo(account, id)).toMatchObject({
      kind: 'undone',
      of: { result: { abilityNames: ['Radio'], confirmed: 'unknown' } },
    });
  });

  test('that a restart made forget are restored, unless the history shows a later save', async () => {
    const account = await openSilent();
    const echo = await account.agent('Echo');
    await change(account, await assign(account, 'Echo', ['Radio']));
    const second = await change(account, await assign(account, 'Echo', ['Timer']));
    await account.context.assignments.forget(echo.id);
    // Another Agent must not be affected.
    await change(account, await assign(account, 'Nova', ['Timer']));
    expect(await undo(account, second)).toMatchObject({ kind: 'undone' });
    const third = await change(account, await assign(account, 'Echo', ['Weather']));
    await change(account, await assign(account, 'Echo', ['News']));
    await account.context.assignments.forget(echo.id);
    expect(await undo(account, third)).toEqual(cannotUndo('moved-on', 'Echo'));
  });

  test('that the service does not show as saved are not told as taken back', async () => {
    const account = await openTelling();
    const id = await change(account, await assign(account, 'Echo', ['Radio']));
    account.faults.add({ match: { path: EDIT }, fault: { kind: 'wrong-shape', body: {} } });
    expect(await undo(account, id)).toMatchObject({ kind: 'assigned', result: { confirmed: 'no' } });
    expect(await undoneBy(account, id)).toBeNull();
  });
});
