import { expect, test } from 'vitest';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { parseCommand } from '../../../src/core/verbs.ts';
import { ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

async function refusalOf(line: string) {
  const { context } = await openAccount();
  const read = parseCommand(line);
  if (!read.ok) throw new Error(`${line} was not read.`);
  const outcome = await runIfAllowed(read.command, context, ANA);
  return outcome.kind === 'refused' ? outcome.refusal : null;
}

test('a name followed by a mistyped time is not offered for an immediate switch', async () => {
  const refusal = await refusalOf('disable News tomorow 9');
  expect(refusal).toMatchObject({ why: 'no-such-ability', suggestions: ['News'] });
  expect(refusal).not.toHaveProperty('nextAction');
});

test('a mistyped name is', async () => {
  expect(await refusalOf('disable Nws')).toMatchObject({ suggestions: ['News'], nextAction: { verb: 'disable' } });
});

test('a number after quiet is a time without its unit', () => {
  expect(parseCommand('quiet 30')).toMatchObject({ ok: false, refusal: { why: 'bad-duration', given: '30' } });
  expect(parseCommand('quiet 301')).toMatchObject({ ok: true, command: { verb: 'quiet', agent: { name: '301' } } });
});
