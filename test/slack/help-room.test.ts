import { checkMessage } from '@abilities-bot/local-slack/block-kit';
import type { types } from '@slack/bolt';
import { expect, test } from 'vitest';
import { VERBS, type Verb } from '../../src/core/verbs.ts';
import { verbBlocks } from '../../src/slack/features/help.ts';

/** As many verbs as today's, several times over. */
const verbsTimes = (times: number): Verb[] =>
  Array.from({ length: times }).flatMap((_, copy) => VERBS.map((verb) => ({ ...verb, name: `${verb.name}${copy}` })));

const textOf = (blocks: readonly types.KnownBlock[]) => JSON.stringify(blocks);

test.each([1, 1.5, 3])('the list of all commands has room for %d times as many', (times) => {
  const verbs = verbsTimes(Math.ceil(times)).slice(0, VERBS.length * times);
  const blocks = verbBlocks(verbs, null);
  expect(checkMessage({ text: 'Help', blocks })).toEqual([]);
  for (const { name } of verbs) expect(textOf(blocks)).toContain(`/abilities ${name}`);
});

test('the menu of commands is omitted where it has no room', () => {
  expect(textOf(verbBlocks(VERBS, null))).toContain('static_select');
  expect(textOf(verbBlocks(verbsTimes(3), null))).not.toContain('static_select');
});
