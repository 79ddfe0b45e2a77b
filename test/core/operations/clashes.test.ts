import { describe, expect, test } from 'vitest';
import { findClashes, findOverlapsOfChosen } from '../../../src/core/clashes.ts';
import { useAccounts } from './account.ts';

const openAccount = useAccounts();

/** The demo account whose Weather has these words. */
async function withWords(...triggerWords: string[]) {
  const account = await openAccount();
  const weather = await account.installed('Weather');
  await account.context.service.setInstalledAbility(weather, { enabled: true, triggerWords });
  return { ...account, weather };
}

describe('words in a form', () => {
  test('name the Ability that has them, the most certain first', async () => {
    const { context } = await withWords('good morning', 'rain');
    const clashes = await findClashes({ words: ['will it rain today', 'Good Morning'], ownId: null }, context);
    expect(clashes.map(({ kind, with: other, word }) => [kind, word, other.name, other.word])).toEqual([
      ['equal', 'Good Morning', 'Weather', 'good morning'],
      ['inside', 'will it rain today', 'Weather', 'rain'],
    ]);
  });

  test('name the Agents that are known to have it', async () => {
    const { ability, agent, context } = await withWords('good morning');
    const words = { words: ['good morning'], ownId: null };
    const nova = await agent('Nova');
    await context.assignments.save(nova.id, [(await ability('Weather')).id]);
    expect(await findClashes(words, context)).toMatchObject([{ agents: ['Nova'] }]);
    await context.assignments.save(nova.id, []);
    expect(await findClashes(words, context)).toMatchObject([{ agents: [] }]);
  });

  test('do not clash with their own Ability, nor with the one that an upload may update', async () => {
    const { context, weather } = await withWords('good morning');
    const words = ['good morning'];
    expect(await findClashes({ words, ownId: weather.id }, context)).toEqual([]);
    expect(await findClashes({ words, ownId: null, ownName: 'weather' }, context)).toEqual([]);
  });

  test('do not clash with a disabled Ability', async () => {
    const { context, weather } = await withWords('good morning');
    await context.service.setInstalledAbility(weather, { enabled: false, triggerWords: ['good morning'] });
    expect(await findClashes({ words: ['good morning'], ownId: null }, context)).toEqual([]);
  });

  test('have no hint if the service does not answer, and read no Agents if there is none', async () => {
    const { calls, context, faults } = await withWords('good morning');
    const before = calls().length;
    await findClashes({ words: ['something else entirely'], ownId: null }, context);
    expect(calls().slice(before)).toHaveLength(2);
    faults.add({ match: {}, fault: { kind: 'status', status: 503 } });
    expect(await findClashes({ words: ['good morning'], ownId: null }, context)).toEqual([]);
  });
});

test('a free phrase is suggested once for each word, with the name in the form or of the Ability', async () => {
  const { context } = await withWords('good morning', 'rain');
  const radio = { words: ['good morning', 'rain'], ownId: null, ownName: 'Radio' };
  expect(await findClashes(radio, context)).toMatchObject([
    { word: 'good morning', free: 'good radio morning' },
    { word: 'rain', free: 'ask radio' },
  ]);
  const [first] = await findClashes({ words: ['good morning'], ownId: null }, context);
  expect(first).not.toHaveProperty('free');
});

describe('disabled Abilities that are to be enabled', () => {
  test('overlap with enabled ones and with each other, each pair once', async () => {
    const { context, installed } = await withWords('good morning', 'rain');
    const [radio, news] = [await installed('Radio'), await installed('News')];
    const { service } = context;
    await service.setInstalledAbility(radio, { enabled: false, triggerWords: ['Good morning', 'read it'] });
    await service.setInstalledAbility(news, { enabled: false, triggerWords: ['read it'] });
    const chosen = (...rows: { id: typeof radio.id }[]) =>
      findOverlapsOfChosen(
        rows.map(({ id }) => ({ by: 'installed', id }) as const),
        context,
      );
    const both = await chosen(radio, news);
    expect(both.map(({ name, overlap }) => [name, overlap.word, overlap.with.name])).toEqual([
      ['News', 'read it', 'Radio'],
      ['Radio', 'Good morning', 'Weather'],
    ]);
    expect(both[1]?.overlap.free).toBe('Good radio morning');
    expect(await chosen(news)).toEqual([]);
  });

  test('have no hint if the service does not answer', async () => {
    const { context, faults, installed } = await withWords('good morning');
    const { id } = await installed('Radio');
    faults.add({ match: {}, fault: { kind: 'status', status: 503 } });
    context.service.clearCache();
    expect(await findOverlapsOfChosen([{ by: 'installed', id }], context)).toEqual([]);
  });
});
