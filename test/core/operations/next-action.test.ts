import { expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

/** Two installed Abilities named Weather. */
async function doubleWeather({ context, faults }: Account) {
  const rows = (await context.service.listInstalledAbilities()).map(({ id, name, triggerWords }) => {
    return { id, name: name === 'News' ? 'Weather' : name, enabled: true, trigger_words: triggerWords };
  });
  faults.add({ match: { path: /get-installed-capabilities/ }, fault: { kind: 'wrong-shape', body: rows } });
}

const nextActionOf = (outcome: Outcome) =>
  outcome.kind === 'refused' && 'nextAction' in outcome.refusal ? outcome.refusal.nextAction : undefined;

const named = (name: string) => ({ by: 'name', name }) as const;
const change = { kind: 'edit' as const, add: ['fog'], remove: ['hey', 'you'], whole: 'hey, you' };

const commandsFor = (name: string): [Command, object | undefined][] => [
  [{ verb: 'show', target: named(name) }, undefined],
  [{ verb: 'enable', targets: [named(name)] }, { verb: 'enable' }],
  [{ verb: 'disable', targets: [named(name)] }, { verb: 'disable' }],
  [{ verb: 'delete', targets: [named(name)], confirmed: false }, { verb: 'delete' }],
  [
    { verb: 'triggers', target: named(name) },
    { verb: 'triggers', change: null },
  ],
  [
    { verb: 'edit-triggers', target: named(name) },
    { verb: 'triggers', change: 'form' },
  ],
  [
    { verb: 'change-triggers', target: named(name), change },
    { verb: 'triggers', change },
  ],
];

test.each(commandsFor('Weather'))('of two that fit, %j carries what was to be done', async (command, wanted) => {
  const account = await openAccount();
  await doubleWeather(account);
  const outcome = await runIfAllowed(command, account.context, ANA);
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { why: 'several-abilities' } });
  expect(nextActionOf(outcome)).toEqual(wanted);
  expect(account.changes()).toEqual([]);
});

test.each(commandsFor('Wether'))('of none that fits, %j carries it to what may be meant', async (command, wanted) => {
  const account = await openAccount();
  const outcome = await runIfAllowed(command, account.context, ANA);
  expect(outcome).toMatchObject({ refusal: { why: 'no-such-ability', suggestions: ['Weather'] } });
  expect(nextActionOf(outcome)).toEqual(wanted);
});

test('where nothing can be chosen, nothing is carried', async () => {
  const { context } = await openAccount();
  const outcome = await runIfAllowed({ verb: 'enable', targets: [named('xyzzy')] }, context, ANA);
  expect(outcome).toEqual({ kind: 'refused', refusal: { why: 'no-such-ability', asked: 'xyzzy', suggestions: [] } });
});
