import { describe, expect, test } from 'vitest';
import { operate } from '../../../src/core/operate.ts';
import { NOW, useAccounts } from './account.ts';

const openAccount = useAccounts();

test('list: both lists joined, the page passed on', async () => {
  const { context } = await openAccount();
  const outcome = await operate({ verb: 'list', page: 2 }, context);
  if (outcome.kind !== 'list') throw new Error(`${outcome.kind} is no list`);
  const { catalog, page } = outcome;
  expect(page).toBe(2);
  expect(catalog.readAt).toBe(NOW);
  expect(Object.fromEntries(catalog.entries.map(({ name, state }) => [name, state]))).toEqual({
    'Café Finder': 'enabled',
    'Focus Coach': 'not-installed',
    'Garage Door': 'not-installed',
    'Home Lights': 'enabled',
    'Memory Keeper': 'enabled',
    News: 'enabled',
    'Night Watch': 'disabled',
    'Old Jukebox': 'orphan',
    Radio: 'disabled',
    'Recipe Helper': 'not-installed',
    'System Update': 'enabled',
    Timer: 'enabled',
    Weather: 'enabled',
  });
});

describe('show', () => {
  test('an Ability with what its own endpoint tells', async () => {
    const { context, ability, installed } = await openAccount();
    const weather = await ability('Weather');
    const outcome = await operate({ verb: 'show', target: { by: 'name', name: 'weather' } }, context);
    expect(outcome).toMatchObject({
      kind: 'card',
      entry: { state: 'enabled', ability: weather, installed: await installed('Weather') },
      details: { id: weather.id, description: 'Tells the weather now and for the next three days.', versionCount: 1 },
      // Nobody tells what the Agents have: none would be a guess.
      agentNames: null,
    });
  });

  test('names no Agents by what was last saved here: somebody may have saved elsewhere since', async () => {
    const { context, ability, agent } = await openAccount();
    const weather = await ability('Weather');
    for (const name of ['Echo', 'Nova', 'Atlas']) context.assignments.save((await agent(name)).id, [weather.id]);
    const show = { verb: 'show', target: { by: 'ability', id: weather.id } } as const;
    expect(await operate(show, context)).toMatchObject({ agentNames: null });
  });

  test('an orphan, without asking for what is not there', async () => {
    const { context } = await openAccount();
    const outcome = await operate({ verb: 'show', target: { by: 'name', name: 'Old Jukebox' } }, context);
    expect(outcome).toMatchObject({ kind: 'card', entry: { state: 'orphan' }, details: null, agentNames: null });
  });

  test('the card from the lists when the Ability went in this moment', async () => {
    const { context, faults } = await openAccount();
    faults.add({ match: { path: /get-capability\// }, fault: { kind: 'status', status: 404 } });
    // The client looks in the list when the endpoint does not find it; by then it is not there either.
    faults.add({ match: { path: /get-all-capabilities/ }, times: 1, fault: { kind: 'delay', ms: 0 } });
    faults.add({ match: { path: /get-all-capabilities/ }, fault: { kind: 'wrong-shape', body: [] } });
    const outcome = await operate({ verb: 'show', target: { by: 'name', name: 'News' } }, context);
    expect(outcome).toMatchObject({ kind: 'card', entry: { name: 'News' }, details: null });
  });

  test('a card even when the Agents cannot be read', async () => {
    const { context, faults } = await openAccount();
    faults.add({ match: { path: /get-all-personalities/ }, fault: { kind: 'status', status: 500 } });
    const outcome = await operate({ verb: 'show', target: { by: 'name', name: 'News' } }, context);
    expect(outcome).toMatchObject({ kind: 'card', details: { name: 'News' }, agentNames: null });
  });

  test('nothing of that name', async () => {
    const { context } = await openAccount();
    expect(await operate({ verb: 'show', target: { by: 'name', name: 'Wether' } }, context)).toEqual({
      kind: 'refused',
      refusal: { why: 'no-such-ability', asked: 'Wether', suggestions: ['Weather'] },
    });
  });
});

test('agents: with images where there are any, and the names of their Abilities as far as known', async () => {
  const { context, ability, agent } = await openAccount();
  context.assignments.save((await agent('Nova')).id, [(await ability('Radio')).id]);
  const outcome = await operate({ verb: 'agents' }, context);
  expect(outcome).toMatchObject({
    kind: 'agents',
    rows: [
      { agent: { name: 'Echo', image: expect.stringMatching(/^http/) }, abilityNames: null },
      { agent: { name: 'Nova', image: null }, abilityNames: ['Radio'] },
      { agent: { name: 'Atlas', image: null }, abilityNames: null },
    ],
  });
});

test('help and the form of an upload ask the service nothing', async () => {
  const { context, faults } = await openAccount();
  faults.add({ match: {}, fault: { kind: 'reset' } });
  expect(await operate({ verb: 'help', about: 'delete' }, context)).toEqual({ kind: 'help', about: 'delete' });
  expect(await operate({ verb: 'upload' }, context)).toEqual({ kind: 'upload-form' });
});

test.each([
  ['a wrong key', { kind: 'status', status: 401, body: { detail: 'No.' } }, 'unauthorized'],
  ['a 500', { kind: 'status', status: 500 }, 'unavailable'],
  ['a cut connection', { kind: 'reset' }, 'unavailable'],
  ['a web page', { kind: 'html' }, 'misconfigured-base-url'],
  ['a redirect', { kind: 'redirect', location: '/elsewhere' }, 'misconfigured-base-url'],
  ['rows of another shape', { kind: 'wrong-shape' }, 'unreadable-answer'],
  ['half an answer', { kind: 'truncated' }, 'unreadable-answer'],
] as const)('%s is an outcome, not an exception', async (_what, fault, kind) => {
  const { context, faults } = await openAccount();
  faults.add({ match: {}, fault });
  for (const command of [
    { verb: 'list', page: 1 },
    { verb: 'agents' },
    { verb: 'show', target: { by: 'name', name: 'News' } },
    { verb: 'enable', target: { by: 'name', name: 'News' } },
    { verb: 'delete', target: { by: 'name', name: 'News' }, confirmed: false },
    { verb: 'assign', agent: { by: 'name', name: 'Echo' } },
  ] as const) {
    expect(await operate(command, context)).toMatchObject({ kind: 'trouble', error: { kind }, effect: 'none' });
  }
});

test('a fault of the program is thrown, not dressed up as trouble with the service', async () => {
  const { context } = await openAccount();
  const broken = {
    ...context,
    now: () => {
      throw new RangeError('made up');
    },
  };
  await expect(operate({ verb: 'list', page: 1 }, broken)).rejects.toThrow('made up');
});
