import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../src/core/outcome.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();
const AGENTS = /get-all-personalities/;

const refusalOf = (outcome: Outcome): Partial<Record<string, unknown>> =>
  outcome.kind === 'refused' ? outcome.refusal : { none: outcome.kind };

const find = ({ context }: Account, name: string) => runIfAllowed({ verb: 'find', name }, context, ANA);

test.each(['weather', 'Weather', ' WEATHER '])('%j is the card of the one Ability', async (name) => {
  const account = await openAccount();
  const { id } = await account.ability('Weather');
  expect(await find(account, name)).toMatchObject({
    kind: 'card',
    entry: { name: 'Weather', state: 'enabled' },
    details: { id, versionCount: 1 },
    agentNames: null,
  });
});

test('the IDs are understood as well, each as what it says', async () => {
  const account = await openAccount();
  const [ability, installed] = [await account.ability('News'), await account.installed('News')];
  const echo = await account.agent('Echo');
  expect(await find(account, `id:${ability.id}`)).toMatchObject({ kind: 'card', entry: { name: 'News' } });
  expect(await find(account, `installed:${installed.id}`)).toMatchObject({ kind: 'card', entry: { name: 'News' } });
  expect(await find(account, `agent:${echo.id}`)).toMatchObject({
    kind: 'agents',
    rows: [{ agent: { name: 'Echo' } }],
  });
});

test('the name of an Agent shows that one, with what is known of it', async () => {
  const account = await openAccount();
  await account.context.assignments.save((await account.agent('Echo')).id, [(await account.ability('Radio')).id]);
  const outcome = await find(account, 'echo');
  expect(outcome).toMatchObject({
    kind: 'agents',
    rows: [{ agent: { name: 'Echo', image: expect.stringMatching(/^http/) }, abilityNames: ['Radio'] }],
  });
  expect(outcome.kind === 'agents' && outcome.rows).toHaveLength(1);
});

describe('when it may mean several', () => {
  const listAgents = ({ faults }: Account, ...personalities: { id: number; name: string }[]) =>
    faults.add({ match: { path: AGENTS }, fault: { kind: 'wrong-shape', body: { personalities } } });

  test('an Ability and an Agent of one name, nobody guesses', async () => {
    const account = await openAccount();
    listAgents(account, { id: 1, name: 'WEATHER' });
    expect(await find(account, 'Weather')).toMatchObject({
      kind: 'refused',
      refusal: { why: 'several-things', asked: 'Weather', abilities: [{ name: 'Weather' }], agents: [{ id: 1 }] },
    });
  });

  test('nor with two Agents', async () => {
    const account = await openAccount();
    listAgents(account, { id: 1, name: 'Echo' }, { id: 2, name: 'echo' });
    expect(await find(account, 'Echo')).toMatchObject({
      refusal: { why: 'several-things', abilities: [], agents: [{ id: 1 }, { id: 2 }] },
    });
  });
});

test.each([
  ['Wether', { likely: null, abilities: ['Weather'], agents: [] }],
  ['Ecko', { likely: null, abilities: [], agents: ['Echo'] }],
  ['ENABEL Weather', { likely: { verb: 'enable', argument: 'Weather' }, abilities: [], agents: [] }],
  ['lst', { likely: { verb: 'list', argument: '' }, abilities: [], agents: [] }],
  ['xyzzy', { likely: null, abilities: [], agents: [] }],
  ['id:1', { likely: null, abilities: [], agents: [] }],
])('nothing is called %j: it says what is near', async (asked, near) => {
  const account = await openAccount();
  expect(await find(account, asked)).toEqual({
    kind: 'refused',
    refusal: { why: 'nothing-of-that-name', asked, ...near },
  });
});

test.each([
  ['is News on?', 'News'],
  ['Is night watch enabled', 'Night Watch'],
  ['is News on Nova?', 'News'],
  ['can you disable News?', 'News'],
  ['News?', 'News'],
])('the question %j is answered with the state', async (question, name) => {
  const account = await openAccount();
  expect(await find(account, question)).toMatchObject({ kind: 'card', entry: { name } });
  expect(account.changes()).toEqual([]);
});

test('a question about several shows them, and one about an Agent shows the Agent', async () => {
  const account = await openAccount();
  const { abilities = [] } = refusalOf(await find(account, 'are News and Weather on?'));
  expect(abilities).toMatchObject([{ name: 'News' }, { name: 'Weather' }]);
  expect(await find(account, 'what does Nova have?')).toMatchObject({
    kind: 'agents',
    rows: [{ agent: { name: 'Nova' } }],
  });
});

test.each([
  // The line starts with a name, so no verb is misspelled.
  ['News Nova', { likely: null, abilities: ['News'], agents: ['Nova'] }],
  ['is Newz on?', { likely: null, abilities: ['News'], agents: [] }],
  ['disabel?', { likely: null, abilities: [], agents: [] }],
  ['lst?', { likely: { verb: 'list', argument: '' }, abilities: [], agents: [] }],
  ['is that so', { likely: null, abilities: [], agents: [] }],
  ['Newz', { likely: { verb: 'new', argument: '' }, abilities: ['News'], agents: [] }],
  // No verb plans: it takes a time after enable or disable.
  ['plan News', { likely: null, abilities: ['News'], agents: [], isPlan: true }],
  ['schedule Nova at 18:00', { likely: null, abilities: [], agents: ['Nova'], isPlan: true }],
  ['explode News', { likely: null, abilities: ['News'], agents: [] }],
])('for %j it suggests what is meant, and no change for a question', async (asked, near) => {
  const account = await openAccount();
  expect(refusalOf(await find(account, asked))).toEqual({ why: 'nothing-of-that-name', asked, ...near });
});
