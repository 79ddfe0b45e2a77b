import type { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

const DELETE = /delete-capability/;
const named = (...names: string[]): Command => ({
  verb: 'delete',
  targets: names.map((name) => ({ by: 'name', name })),
  confirmed: false,
});
async function idsOf({ ability }: Account, ...names: string[]): Promise<AbilityId[]> {
  const ids: AbilityId[] = [];
  for (const name of names) ids.push((await ability(name)).id);
  return ids;
}
const sure = (ids: readonly AbilityId[]): Command => ({
  verb: 'delete',
  targets: ids.map((id) => ({ by: 'ability', id })),
  confirmed: true,
});
const run = ({ context }: Account, command: Command) => runIfAllowed(command, context, ANA);
const names = async ({ context }: Account) => (await context.service.listAbilities()).map(({ name }) => name);

describe('before', () => {
  test('the question names each that goes, and why the others do not', async () => {
    const account = await openAccount();
    const outcome = await run(account, named('Timer', 'Old Jukebox', 'timer', 'Garage Door', 'Timr'));
    expect(outcome).toMatchObject({
      kind: 'delete-several-question',
      items: [
        { entry: { state: 'enabled' }, ability: { name: 'Timer' }, agentNames: null },
        { entry: { state: 'not-installed' }, ability: { name: 'Garage Door' }, agentNames: null },
      ],
      refused: [
        { why: 'no-ability-record', entry: { name: 'Old Jukebox' } },
        { why: 'no-such-ability', asked: 'Timr', suggestions: ['Timer'] },
      ],
    });
    expect(account.changes()).toEqual([]);
  });

  test('a confirmation that holds anything but Ability IDs asks again', async () => {
    const account = await openAccount();
    const [timer, news] = [await account.ability('Timer'), await account.installed('News')];
    const command: Command = {
      verb: 'delete',
      targets: [
        { by: 'ability', id: timer.id },
        { by: 'installed', id: news.id },
      ],
      confirmed: true,
    };
    expect(await run(account, command)).toMatchObject({ kind: 'delete-several-question', items: [{}, {}] });
    expect(account.changes()).toEqual([]);
  });

  test('more than a form can hold are refused', async () => {
    const account = await openAccount();
    const many = named(...Array.from({ length: 51 }, (_, index) => `Ability ${index}`));
    expect(await run(account, many)).toEqual({
      kind: 'refused',
      refusal: { why: 'too-many', what: 'Abilities', max: 50 },
    });
    expect(account.calls()).toEqual([]);
  });
});

describe('after the question', () => {
  test('exactly these are deleted, in one call; one that was gone is reported', async () => {
    const account = await openAccount();
    const ids = await idsOf(account, 'Timer', 'Radio', 'News');
    const [timer, radio, news] = ids;
    const before = await names(account);
    await run(account, sure(await idsOf(account, 'Radio')));
    expect(await run(account, sure(ids))).toEqual({
      kind: 'deleted-several',
      results: [
        { id: timer, name: 'Timer', fate: 'deleted', installedIds: [expect.any(Number)] },
        { id: radio, name: null, fate: 'gone-already' },
        { id: news, name: 'News', fate: 'deleted', installedIds: [expect.any(Number)] },
      ],
    });
    expect(await names(account)).toEqual(before.filter((name) => !['Timer', 'Radio', 'News'].includes(name)));
    expect(account.changes()).toHaveLength(2);
  });

  test('when all are gone already nothing is sent', async () => {
    const account = await openAccount();
    const ids = await idsOf(account, 'Timer', 'Radio');
    await run(account, sure(ids));
    expect(await run(account, sure(ids))).toMatchObject({
      results: [{ fate: 'gone-already' }, { fate: 'gone-already' }],
    });
    expect(account.changes()).toHaveLength(1);
  });

  test('two who delete the same in another order do not wait for each other for ever', async () => {
    const account = await openAccount();
    const ids = await idsOf(account, 'Timer', 'Radio', 'News');
    const commands = [sure(ids), sure(ids.toReversed())];
    const outcomes = await Promise.all(commands.map((command) => run(account, command)));
    expect(outcomes).toMatchObject([
      { results: [{ fate: 'deleted' }, { fate: 'deleted' }, { fate: 'deleted' }] },
      { results: [{ fate: 'gone-already' }, { fate: 'gone-already' }, { fate: 'gone-already' }] },
    ]);
    expect(account.changes()).toHaveLength(1);
  });

  test('they are no longer among what was last saved of an Agent', async () => {
    const account = await openAccount();
    const ids = await idsOf(account, 'Timer', 'Radio', 'News');
    const echo = await account.agent('Echo');
    await account.context.assignments.save(echo.id, ids);
    await run(account, sure(ids.slice(0, 2)));
    expect(await account.context.assignments.of(echo)).toMatchObject({ abilityIds: ids.slice(2) });
  });

  test('a lost answer is resolved by the list', async () => {
    const account = await openAccount();
    const ids = await idsOf(account, 'Timer', 'Radio');
    account.faults.add({ match: { path: DELETE }, afterEffect: true, fault: { kind: 'reset' } });
    expect(await run(account, sure(ids))).toMatchObject({ results: [{ fate: 'deleted' }, { fate: 'deleted' }] });
    expect(account.changes()).toHaveLength(1);
  });

  test('a failure after which all still stand there: they may go in the next moment', async () => {
    const account = await openAccount();
    const ids = await idsOf(account, 'Timer', 'Radio');
    account.faults.add({ match: { path: DELETE }, fault: { kind: 'status', status: 500 } });
    expect(await run(account, sure(ids))).toMatchObject({
      results: [
        { name: 'Timer', fate: 'unknown' },
        { name: 'Radio', fate: 'unknown' },
      ],
    });
  });

  test('a service that says done and still lists them', async () => {
    const account = await openAccount();
    const ids = await idsOf(account, 'Timer', 'Radio');
    account.faults.add({ match: { path: DELETE }, fault: { kind: 'wrong-shape', body: {} } });
    expect(await run(account, sure(ids))).toMatchObject({
      results: [{ fate: 'still-there' }, { fate: 'still-there' }],
    });
  });

  test('a refusal changes nothing', async () => {
    const account = await openAccount();
    const ids = await idsOf(account, 'Timer', 'Radio');
    account.faults.add({ match: { path: DELETE }, fault: { kind: 'status', status: 401 } });
    expect(await run(account, sure(ids))).toMatchObject({ kind: 'trouble', effect: 'none' });
  });
});

describe('with a service that returns the lists of Agents', () => {
  const openTelling = useAccounts({ agentRowsCarryAbilities: true });

  test('each is asked about with the Agents that have it, which are read once', async () => {
    const account = await openTelling();
    expect(await run(account, named('Timer', 'Radio', 'News'))).toMatchObject({
      items: [{ agentNames: ['Echo', 'Nova'] }, { agentNames: [] }, { agentNames: ['Echo'] }],
    });
    expect(account.calls().filter((call) => call.includes('personalities'))).toHaveLength(1);
  });
});
