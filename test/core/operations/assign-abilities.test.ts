import type { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { agent } from '../rows.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const EDIT = /edit-personality/;
const AGENTS = /get-all-personalities/;

async function saveCommand({ agent, ability }: Account, agentName: string, names: string[]): Promise<Command> {
  const abilityIds: AbilityId[] = [];
  for (const name of names) abilityIds.push((await ability(name)).id);
  return { verb: 'save-assignment', agentId: (await agent(agentName)).id, abilityIds };
}

const save = async (account: Account, agentName: string, names: string[]) =>
  runIfAllowed(await saveCommand(account, agentName, names), account.context, ANA);

const openForm = ({ context }: Account, name: string) =>
  runIfAllowed({ verb: 'assign', agent: { by: 'name', name } }, context, ANA);

describe('with a service that does not tell the lists', () => {
  const openAccount = useAccounts();

  test('the form offers every Ability by name and says that the list is unknown', async () => {
    const account = await openAccount();
    const outcome = await openForm(account, 'ECHO');
    expect(outcome).toMatchObject({ kind: 'assign-form', form: { agent: { name: 'Echo' }, current: { known: 'no' } } });
    const choices = outcome.kind === 'assign-form' ? outcome.form.choices.map(({ name }) => name) : [];
    expect(choices).toHaveLength(12);
    expect(choices.slice(0, 3)).toEqual(['Café Finder', 'Focus Coach', 'Garage Door']);
  });

  test('a save is taken, not confirmed, and known from then on', async () => {
    const account = await openAccount();
    const [weather, radio] = [(await account.ability('Weather')).id, (await account.ability('Radio')).id];
    expect(await save(account, 'Echo', ['Weather', 'Radio'])).toEqual({
      kind: 'assigned',
      result: {
        agent: await account.agent('Echo'),
        abilityIds: [weather, radio],
        before: null,
        abilityNames: ['Weather', 'Radio'],
        change: null,
        confirmed: 'unknown',
      },
    });
    expect(await openForm(account, 'Echo')).toMatchObject({ form: { current: { known: 'from-last-save' } } });
    expect(await save(account, 'Echo', ['Radio', 'News'])).toMatchObject({
      result: { before: [weather, radio], change: { added: ['News'], removed: ['Weather'] }, confirmed: 'unknown' },
    });
  });

  test('a deleted Ability is no longer among what was last saved', async () => {
    const account = await openAccount();
    await save(account, 'Echo', ['Weather', 'Radio']);
    const target = { by: 'ability', id: (await account.ability('Radio')).id } as const;
    await runIfAllowed({ verb: 'delete', targets: [target], confirmed: true }, account.context, ANA);
    expect(await runIfAllowed({ verb: 'agents' }, account.context, ANA)).toMatchObject({
      rows: [
        { agent: { name: 'Atlas' }, abilityNames: null },
        { agent: { name: 'Echo' }, abilityNames: ['Weather'] },
        { agent: { name: 'Nova' }, abilityNames: null },
      ],
    });
  });

  test.each([
    ['a 500', { kind: 'status', status: 500 }],
    ['a cut connection', { kind: 'reset' }],
    ['a web page', { kind: 'html' }],
  ] as const)('%s leaves the save unclear, and the list unknown again', async (_what, fault) => {
    const account = await openAccount();
    await save(account, 'Echo', ['Weather']);
    account.faults.add({ match: { path: EDIT }, afterEffect: true, fault });
    expect(await save(account, 'Echo', ['Radio'])).toMatchObject({ kind: 'trouble', effect: 'unknown' });
    account.faults.clear();
    expect(await openForm(account, 'Echo')).toMatchObject({ form: { current: { known: 'no' } } });
  });

  test.each([
    ['401', 401, 'unauthorized'],
    ['404', 404, 'not-found'],
    ['429', 429, 'rate-limited'],
  ])('a refusal changes nothing, and what was known stays known: %s', async (_status, status, kind) => {
    const account = await openAccount();
    await save(account, 'Echo', ['Weather']);
    account.faults.add({ match: { path: EDIT }, fault: { kind: 'status', status } });
    expect(await save(account, 'Echo', ['Radio'])).toMatchObject({ kind: 'trouble', error: { kind }, effect: 'none' });
    expect(await openForm(account, 'Echo')).toMatchObject({ form: { current: { known: 'from-last-save' } } });
  });

  test('an Ability that was deleted while the form was open is reported by the service', async () => {
    const account = await openAccount();
    const [radio, echo] = [await account.ability('Radio'), await account.agent('Echo')];
    await account.context.service.deleteAbilities([radio.id]);
    const command: Command = { verb: 'save-assignment', agentId: echo.id, abilityIds: [radio.id] };
    expect(await runIfAllowed(command, account.context, ANA)).toMatchObject({
      kind: 'trouble',
      error: { kind: 'invalid-request', detail: expect.stringContaining(String(radio.id)) },
      effect: 'none',
    });
  });

  test('two concurrent saves of one Agent run one after the other', async () => {
    const account = await openAccount();
    const commands = [await saveCommand(account, 'Echo', ['Weather']), await saveCommand(account, 'Echo', ['Radio'])];
    const outcomes = await Promise.all(commands.map((one) => runIfAllowed(one, account.context, ANA)));
    expect(outcomes).toMatchObject([
      { result: { change: null } },
      { result: { change: { added: ['Radio'], removed: ['Weather'] } } },
    ]);
  });

  test.each([
    [
      { by: 'name', name: 'Ecko' },
      { asked: 'Ecko', suggestions: ['Echo'] },
    ],
    [
      { by: 'name', name: 'xyzzy' },
      { asked: 'xyzzy', suggestions: [] },
    ],
  ] as const)('an Agent that is not there: %j', async (agent, refusal) => {
    const { context } = await openAccount();
    expect(await runIfAllowed({ verb: 'assign', agent }, context, ANA)).toEqual({
      kind: 'refused',
      refusal: { why: 'no-such-agent', ...refusal },
    });
  });

  test('an Agent that went while the form was open changes nothing', async () => {
    const account = await openAccount();
    const { id } = await account.agent('Echo');
    account.faults.add({ match: { path: AGENTS }, fault: { kind: 'wrong-shape', body: { personalities: [] } } });
    expect(await runIfAllowed({ verb: 'save-assignment', agentId: id, abilityIds: [] }, account.context, ANA)).toEqual({
      kind: 'refused',
      refusal: { why: 'no-such-agent', asked: `agent:${id}`, suggestions: [] },
    });
    expect(account.changes()).toEqual([]);
  });

  test('of two Agents of one name nobody guesses', async () => {
    const account = await openAccount();
    const personalities = [
      { id: 1, name: 'Echo' },
      { id: 2, name: 'echo' },
    ];
    account.faults.add({ match: { path: AGENTS }, fault: { kind: 'wrong-shape', body: { personalities } } });
    expect(await openForm(account, 'Echo')).toEqual({
      kind: 'refused',
      refusal: {
        why: 'several-agents',
        asked: 'Echo',
        candidates: [agent({ id: 1, name: 'Echo' }), agent({ id: 2, name: 'echo' })],
      },
    });
  });
});

describe('with a service that returns the lists', () => {
  const openAccount = useAccounts({ agentRowsCarryAbilities: true });

  test('the change is reported against the current list, and confirmed', async () => {
    const account = await openAccount();
    const outcome = await save(account, 'Echo', ['Weather', 'Radio']);
    expect(outcome).toMatchObject({
      kind: 'assigned',
      result: { abilityNames: ['Weather', 'Radio'], change: { added: ['Radio'] }, confirmed: 'yes' },
    });
    expect(outcome.kind === 'assigned' && outcome.result.change?.removed.sort()).toEqual(['News', 'Timer']);
    expect(await openForm(account, 'Echo')).toMatchObject({ form: { current: { known: 'from-service' } } });
  });

  test('an empty choice unassigns all', async () => {
    const account = await openAccount();
    expect(await save(account, 'Nova', [])).toMatchObject({ result: { abilityNames: [], confirmed: 'yes' } });
    expect((await account.agent('Nova')).abilityIds).toEqual([]);
  });

  test('after a lost answer the list shows that it was saved', async () => {
    const account = await openAccount();
    account.faults.add({ match: { path: EDIT }, afterEffect: true, fault: { kind: 'status', status: 500 } });
    expect(await save(account, 'Echo', ['Radio'])).toMatchObject({ kind: 'assigned', result: { confirmed: 'yes' } });
  });

  test('the Agents that have an Ability are named before it is deleted', async () => {
    const account = await openAccount();
    const target = { by: 'name', name: 'Timer' } as const;
    expect(
      await runIfAllowed({ verb: 'delete', targets: [target], confirmed: false }, account.context, ANA),
    ).toMatchObject({
      kind: 'delete-question',
      agentNames: ['Echo', 'Nova'],
    });
  });
});

describe('with a service that takes multipart only and returns the lists', () => {
  const openAccount = useAccounts({ assignment: 'multipart-only', agentRowsCarryAbilities: true });

  test('a list is saved and confirmed', async () => {
    const account = await openAccount();
    expect(await save(account, 'Echo', ['Radio'])).toMatchObject({ kind: 'assigned', result: { confirmed: 'yes' } });
  });

  test('an empty list, which multipart cannot say, is refused', async () => {
    const account = await openAccount();
    const before = await account.agent('Echo');
    expect(await save(account, 'Echo', [])).toMatchObject({ kind: 'trouble' });
    expect((await account.agent('Echo')).abilityIds).toEqual(before.abilityIds);
    expect(await account.context.assignments.of({ ...before, abilityIds: null })).toEqual({ known: 'no' });
  });
});
