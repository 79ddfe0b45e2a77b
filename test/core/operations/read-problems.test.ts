import { expect, test } from 'vitest';
import { readCatalog } from '../../../src/core/lookup.ts';
import type { OperationContext } from '../../../src/core/operation-context.ts';
import { problemsOf, readProblems } from '../../../src/core/read-problems.ts';
import { useAccounts } from './account.ts';

const openAccount = useAccounts();

async function read(asked: string | null, context: OperationContext) {
  const found = await readProblems(asked, context);
  if ('why' in found) throw new Error(`refused: ${found.why}`);
  return found;
}

test('an account that has not changed is searched once, however often it is read', async () => {
  const { context, calls } = await openAccount();
  const first = await read(null, context);
  const second = await read(null, context);
  expect(calls()).toHaveLength(6);
  expect(first.problems.length).toBeGreaterThan(0);
  expect(second.problems).toBe(first.problems);
});

test('what changed is found, in the lists and in what an Agent is known to have', async () => {
  const { agent, context, installed } = await openAccount();
  const { problems } = await read(null, context);
  const news = await installed('News');
  await context.service.setInstalledAbility(news, { enabled: true, triggerWords: ['good morning'] });
  const weather = await installed('Weather');
  await context.service.setInstalledAbility(weather, { enabled: true, triggerWords: ['Good Morning'] });
  const collisions = (await read('weather', context)).problems.filter(({ kind }) => kind === 'collision');
  expect(collisions).toMatchObject([{ how: 'equal', sure: 'certain' }]);
  const nova = await agent('Nova');
  const agents = await context.service.listAgents();
  const catalog = await readCatalog(context);
  const search = async () => problemsOf(catalog, agents, await context.assignments.lookUp(agents), context);
  const before = await search();
  await context.assignments.save(nova.id, []);
  const after = await search();
  expect(before).not.toBe(problems);
  expect(after).not.toBe(before);
  expect(after).toContainEqual({ kind: 'empty-agent', sure: 'likely', agent: { id: nova.id, name: 'Nova' } });
});

test('many drafts are one problem, without those of the service; the one that is named is another', async () => {
  const { ability, context } = await openAccount();
  const [drafts, ...others] = (await read(null, context)).code;
  expect(others).toEqual([]);
  const names = drafts?.kind === 'draft-only' ? [drafts.one, ...drafts.others].map(({ name }) => name) : [];
  expect(names).toHaveLength(11);
  expect(names).not.toContain('System Update');
  const { id, name } = await ability('News');
  expect((await read('news', context)).code).toEqual([
    { kind: 'draft-only', sure: 'possible', one: { id, name }, others: [] },
  ]);
});

test('a name or an ID that nothing has is refused, and a typo gets suggestions', async () => {
  const { ability, agent, context } = await openAccount();
  expect(await readProblems('Nwes', context)).toMatchObject({ why: 'no-such-ability', suggestions: ['News'] });
  expect(await readProblems('id:1', context)).toMatchObject({ why: 'no-such-ability' });
  expect(await readProblems('agent:1', context)).toMatchObject({ why: 'no-such-agent' });
  const { id } = await ability('Memory Keeper');
  const { name, problems } = await read(`id:${id}`, context);
  expect({ name, kinds: problems.map(({ kind }) => kind) }).toEqual({ name: 'Memory Keeper', kinds: ['silent-words'] });
  expect((await read(`agent:${(await agent('Nova')).id}`, context)).name).toBe('Nova');
});
