import { expect, test } from 'vitest';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { parseCommand } from '../../../src/core/verbs.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });
const openWithoutLists = useAccounts();

async function ask({ context }: Account, line: string) {
  const read = parseCommand(line);
  return read.ok ? runIfAllowed(read.command, context, ANA) : read.refusal;
}

const namesOf = (outcome: Awaited<ReturnType<typeof ask>>) =>
  'kind' in outcome && outcome.kind === 'toggle-all-question' ? outcome.items.map(({ name }) => name) : outcome;

test.each([
  ['disable all', ['Café Finder', 'Home Lights', 'Memory Keeper', 'News', 'System Update', 'Timer', 'Weather']],
  ['disable all Skills', ['Café Finder', 'News', 'Timer', 'Weather']],
  ['off all background daemons', ['System Update']],
  ['disable all on Nova', ['Café Finder', 'Home Lights', 'Timer']],
  ['disable ALL local Abilities on “nova”', ['Home Lights']],
  ['enable all', ['Night Watch']],
  ['enable all skills on Nova', []],
])('%s lists those that it would change, and changes nothing', async (line, names) => {
  const account = await openAccount();
  expect(namesOf(await ask(account, line))).toEqual(names);
  expect(account.changes()).toEqual([]);
});

test('Abilities without trigger words cannot be enabled, and are named', async () => {
  expect(await ask(await openAccount(), 'enable all Skills')).toMatchObject({
    kind: 'toggle-all-question',
    category: 'skill',
    items: [],
    wordless: ['Radio'],
  });
});

test('an Agent with an unknown list is refused: it could be any of them', async () => {
  const account = await openWithoutLists();
  expect(await ask(account, 'disable all on Nova')).toMatchObject({
    refusal: { why: 'agent-abilities-unknown', agent: { name: 'Nova' } },
  });
  const { id } = await account.agent('Nova');
  await account.context.assignments.save(id, [(await account.ability('Timer')).id]);
  expect(await ask(account, 'disable all on Nova')).toMatchObject({
    items: [{ name: 'Timer' }],
    agent: { name: 'Nova', known: 'from-last-save' },
  });
});

test('a misspelt Agent keeps what was asked for', async () => {
  expect(await ask(await openAccount(), 'disable all Skills on Nvoa')).toMatchObject({
    refusal: { why: 'no-such-agent', suggestions: ['Nova'], nextAction: { verb: 'disable', what: 'all skill' } },
  });
});

test.each([
  ['disable "all"', 'all'],
  ['disable all lights', 'all lights'],
])('%s means an Ability of that name', async (line, asked) => {
  expect(await ask(await openAccount(), line)).toMatchObject({ refusal: { why: 'no-such-ability', asked } });
});
