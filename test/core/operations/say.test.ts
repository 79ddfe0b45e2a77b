import { describe, expect, test } from 'vitest';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { parseCommand } from '../../../src/core/verbs.ts';
import { ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

/** The demo account with these trigger words. */
async function withWords(words: Record<string, string[]>, disabled: string[] = []) {
  const account = await openAccount();
  for (const [name, triggerWords] of Object.entries(words)) {
    const row = await account.installed(name);
    await account.context.service.setInstalledAbility(row, { enabled: !disabled.includes(name), triggerWords });
  }
  const say = async (line: string) => {
    const parsed = parseCommand(line);
    if (!parsed.ok) throw new Error(`"${line}" cannot be read.`);
    const outcome = await runIfAllowed(parsed.command, account.context, ANA);
    if (outcome.kind !== 'said') throw new Error(`"${line}" gave ${outcome.kind}.`);
    return outcome;
  };
  return { ...account, say };
}

const rowsOf = ({ matches }: Awaited<ReturnType<Awaited<ReturnType<typeof withWords>>['say']>>) =>
  matches.map(({ entry, obstacle, within, word }) => [entry.name, word, obstacle, within]);

describe('what somebody says', () => {
  test('matches whole trigger words in it, without case and punctuation, the longest first', async () => {
    const { say } = await withWords({ Weather: ['will it rain'], News: ['it rain'], Radio: ['rainbow', 'it'] });
    expect(rowsOf(await say('say Hey, WILL it rain?'))).toEqual([
      ['Weather', 'will it rain', null, null],
      ['News', 'it rain', null, 'will it rain'],
      ['Radio', 'it', null, 'will it rain'],
    ]);
  });

  test('matches what several share, and names what is disabled', async () => {
    const { say } = await withWords({ Weather: ['good morning'], News: ['Good  Morning!'] }, ['News']);
    expect(rowsOf(await say('say "good morning"')).sort()).toEqual([
      ['News', 'Good  Morning!', 'disabled', null],
      ['Weather', 'good morning', null, null],
    ]);
  });

  test('is nothing that any Ability listens to', async () => {
    const { say } = await withWords({});
    expect(await say('say nobody listens to this')).toMatchObject({ matches: [], agent: null, unknownAgent: null });
  });

  test('on an Agent: what it is known not to have does not answer there', async () => {
    const { ability, agent, context, say } = await withWords({ Weather: ['good morning'], News: ['good morning'] });
    const nova = await agent('Nova');
    const unknown = await say('say "good morning" on Nova');
    expect(unknown.agent).toEqual({ id: nova.id, name: 'Nova', isKnown: false });
    expect(unknown.matches.map(({ obstacle }) => obstacle)).toEqual([null, null]);
    await context.assignments.save(nova.id, [(await ability('Weather')).id]);
    const known = await say(`say "good morning" on agent:${nova.id}`);
    expect(known.agent).toMatchObject({ isKnown: true });
    expect(known.matches.map(({ entry, obstacle }) => [entry.name, obstacle]).sort()).toEqual([
      ['News', 'not-on-agent'],
      ['Weather', null],
    ]);
  });

  test('“on” is part of the phrase unless an Agent follows it', async () => {
    const { say } = await withWords({ Weather: ['turn on the lights'] });
    expect(await say('say turn on the lights')).toMatchObject({ phrase: 'turn on the lights', agent: null });
    expect(await say('say turn on the lights on nova')).toMatchObject({
      phrase: 'turn on the lights',
      agent: { name: 'Nova' },
    });
    expect(await say('say "turn on" on Nowhere')).toMatchObject({ phrase: 'turn on', unknownAgent: 'Nowhere' });
  });
});
