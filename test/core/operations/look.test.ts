import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import { ALL_ABILITIES } from '../../../src/core/list-query.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { ANA, NOW, useAccounts } from './account.ts';

const openAccount = useAccounts();

test('list: both lists joined, the page passed on', async () => {
  const { context } = await openAccount();
  const outcome = await runIfAllowed({ verb: 'list', query: { ...ALL_ABILITIES, page: 2 } }, context, ANA);
  if (outcome.kind !== 'list') throw new Error(`${outcome.kind} is no list`);
  const { catalog, found, query } = outcome;
  expect(query.page).toBe(2);
  expect(found.slice(-2).map(({ name }) => name)).toEqual(['Recipe Helper', 'Old Jukebox']);
  expect(found).toHaveLength(catalog.entries.length);
  expect(catalog.readAt).toEqual(NOW);
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

test('list: those that are asked for, and beside them all there are', async () => {
  const { context } = await openAccount();
  const query = { ...ALL_ABILITIES, words: 'lights', category: 'local', sort: 'state' } as const;
  const outcome = await runIfAllowed({ verb: 'list', query }, context, ANA);
  expect(outcome).toMatchObject({ kind: 'list', query, found: [{ name: 'Home Lights' }] });
  expect(outcome.kind === 'list' && outcome.catalog.entries).toHaveLength(13);
});

describe('show', () => {
  test('an Ability with what its own endpoint returns', async () => {
    const { context, ability, installed } = await openAccount();
    const weather = await ability('Weather');
    const outcome = await runIfAllowed({ verb: 'show', target: { by: 'name', name: 'weather' } }, context, ANA);
    expect(outcome).toMatchObject({
      kind: 'card',
      entry: { state: 'enabled', ability: weather, installed: await installed('Weather') },
      details: { id: weather.id, description: 'Tells the weather now and for the next three days.', versionCount: 1 },
      // The Agents' Abilities are unknown: an empty list would be a guess.
      agentNames: null,
    });
  });

  test('names no Agents by what was last saved here: somebody may have saved elsewhere since', async () => {
    const { context, ability, agent } = await openAccount();
    const weather = await ability('Weather');
    for (const name of ['Echo', 'Nova', 'Atlas']) await context.assignments.save((await agent(name)).id, [weather.id]);
    const show = { verb: 'show', target: { by: 'ability', id: weather.id } } as const;
    expect(await runIfAllowed(show, context, ANA)).toMatchObject({ agentNames: null });
  });

  test('an orphan, without asking for what is not there', async () => {
    const { context } = await openAccount();
    const outcome = await runIfAllowed({ verb: 'show', target: { by: 'name', name: 'Old Jukebox' } }, context, ANA);
    expect(outcome).toMatchObject({ kind: 'card', entry: { state: 'orphan' }, details: null, agentNames: null });
  });

  test('the card from the lists when the Ability went in this moment', async () => {
    const { context, faults } = await openAccount();
    faults.add({ match: { path: /get-capability\// }, fault: { kind: 'status', status: 404 } });
    // The client searches the list when the endpoint does not find it; by then it is gone from there too.
    faults.add({ match: { path: /get-all-capabilities/ }, times: 1, fault: { kind: 'delay', ms: 0 } });
    faults.add({ match: { path: /get-all-capabilities/ }, fault: { kind: 'wrong-shape', body: [] } });
    const outcome = await runIfAllowed({ verb: 'show', target: { by: 'name', name: 'News' } }, context, ANA);
    expect(outcome).toMatchObject({ kind: 'card', entry: { name: 'News' }, details: null });
  });

  test.each([
    ['fails', { kind: 'status', status: 500 }],
    ['is not offered', { kind: 'status', status: 405, body: { detail: 'Method "GET" not allowed.' } }],
    ['wants another credential', { kind: 'status', status: 401, body: { detail: 'No.' } }],
    ['asks to slow down', { kind: 'status', status: 429 }],
    ['is cut', { kind: 'reset' }],
    ['is a web page', { kind: 'html' }],
    ['redirects', { kind: 'redirect', location: '/elsewhere' }],
    ['answers in another shape', { kind: 'wrong-shape' }],
    ['breaks off', { kind: 'truncated' }],
  ] as const)('the card from the lists when the route of one Ability %s', async (_what, fault) => {
    const { context, faults } = await openAccount();
    faults.add({ match: { path: /get-capability\// }, fault });
    for (const command of [
      { verb: 'show', target: { by: 'name', name: 'News' } },
      { verb: 'find', name: 'News' },
    ] as const) {
      expect(await runIfAllowed(command, context, ANA)).toMatchObject({
        kind: 'card',
        entry: { name: 'News', ability: { versionCount: 1 } },
        details: null,
      });
    }
  });

  test('a card even when the Agents cannot be read', async () => {
    const { context, faults } = await openAccount();
    faults.add({ match: { path: /get-all-personalities/ }, fault: { kind: 'status', status: 500 } });
    const outcome = await runIfAllowed({ verb: 'show', target: { by: 'name', name: 'News' } }, context, ANA);
    expect(outcome).toMatchObject({ kind: 'card', details: { name: 'News' }, agentNames: null });
  });

  test('nothing of that name', async () => {
    const { context } = await openAccount();
    expect(await runIfAllowed({ verb: 'show', target: { by: 'name', name: 'Wether' } }, context, ANA)).toEqual({
      kind: 'refused',
      refusal: { why: 'no-such-ability', asked: 'Wether', suggestions: ['Weather'] },
    });
  });
});

test('agents: with their images, and the names of their Abilities as far as known', async () => {
  const { context, ability, agent } = await openAccount();
  await context.assignments.save((await agent('Nova')).id, [(await ability('Radio')).id]);
  const outcome = await runIfAllowed({ verb: 'agents' }, context, ANA);
  expect(outcome).toMatchObject({
    kind: 'agents',
    rows: [
      { agent: { name: 'Atlas', image: expect.stringMatching(/^http/) }, abilityNames: null },
      { agent: { name: 'Echo', image: expect.stringMatching(/^http/) }, abilityNames: null },
      { agent: { name: 'Nova', image: expect.stringMatching(/^http/) }, abilityNames: ['Radio'] },
    ],
  });
});

test('export: all lists as the service returns them, with what is known of the Agents', async () => {
  const { context, ability, agent } = await openAccount();
  const radio = await ability('Radio');
  await context.assignments.save((await agent('Nova')).id, [radio.id]);
  // The service names no Ability with an installed record; one record belongs to none.
  const ids = new Map((await context.service.listAbilities()).map(({ id, name }) => [name, id]));
  expect(await runIfAllowed({ verb: 'export' }, context, ANA)).toEqual({
    kind: 'export',
    account: {
      lists: {
        agents: [
          expect.objectContaining({ agent: expect.objectContaining({ name: 'Echo' }), known: 'no', abilityIds: null }),
          expect.objectContaining({ known: 'from-last-save', abilityIds: [radio.id], abilityNames: ['Radio'] }),
          expect.objectContaining({ agent: expect.objectContaining({ name: 'Atlas' }), known: 'no' }),
        ],
        abilities: await context.service.listAbilities(),
        installed: (await context.service.listInstalledAbilities()).map((row) => ({
          ...row,
          abilityId: ids.get(row.name) ?? null,
        })),
        counts: { onAccount: 12, installed: 9, enabled: 7, orphans: 1 },
        unread: 0,
      },
      history: [],
      filter: null,
      readAt: NOW,
    },
  });
});

test.each<[Command, Outcome]>([
  [
    { verb: 'help', about: 'delete' },
    { kind: 'help', about: 'delete' },
  ],
  [
    { verb: 'help', about: 'delte' },
    { kind: 'refused', refusal: { why: 'unknown-verb', word: 'delte', suggestion: 'delete' } },
  ],
  [{ verb: 'upload' }, { kind: 'upload-form' }],
  [
    { verb: 'search', query: { ...ALL_ABILITIES, words: 'rain' } },
    { kind: 'search-form', query: { ...ALL_ABILITIES, words: 'rain' } },
  ],
  [
    { verb: 'choose', wanted: 'delete' },
    { kind: 'choose-form', wanted: 'delete' },
  ],
  [
    { verb: 'enable', targets: [] },
    { kind: 'choose-form', wanted: 'enable' },
  ],
  [
    { verb: 'delete', targets: [], confirmed: true },
    { kind: 'choose-form', wanted: 'delete' },
  ],
  [
    { verb: 'new', name: '  Night   Tides ' },
    { kind: 'starter', name: 'Night Tides' },
  ],
])('%j asks the service nothing', async (command, outcome) => {
  const account = await openAccount();
  expect(await runIfAllowed(command, account.context, ANA)).toEqual(outcome);
  expect(account.calls()).toEqual([]);
});

test.each(['2nd Watch', 'Night-Watch', 'Night_Watch', '', `N${'o'.repeat(80)}`])(
  'a new Ability cannot be called %j: the service would refuse it',
  async (name) => {
    const { context } = await openAccount();
    expect(await runIfAllowed({ verb: 'new', name }, context, ANA)).toEqual({
      kind: 'refused',
      refusal: { why: 'bad-argument', verb: 'new', usage: 'new <name>', given: name },
    });
  },
);

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
  const named = { by: 'name', name: 'News' } as const;
  const agent = { by: 'name', name: 'Echo' } as const;
  const commands: Command[] = [
    { verb: 'list', query: ALL_ABILITIES },
    { verb: 'agents' },
    { verb: 'export' },
    { verb: 'find', name: 'News' },
    { verb: 'show', target: named },
    { verb: 'triggers', target: named },
    { verb: 'edit-triggers', target: named },
    { verb: 'change-triggers', target: named, change: { kind: 'replace', words: ['a'] } },
    { verb: 'enable', targets: [named] },
    { verb: 'disable', targets: [named, { by: 'name', name: 'Timer' }] },
    { verb: 'delete', targets: [named], confirmed: false },
    { verb: 'delete', targets: [named, { by: 'name', name: 'Timer' }], confirmed: false },
    { verb: 'assign', agent },
    { verb: 'unassign', agent, confirmed: false },
  ];
  for (const command of commands) {
    expect(await runIfAllowed(command, context, ANA)).toMatchObject({
      kind: 'trouble',
      error: { kind },
      effect: 'none',
    });
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
  await expect(runIfAllowed({ verb: 'list', query: ALL_ABILITIES }, broken, ANA)).rejects.toThrow('made up');
});
