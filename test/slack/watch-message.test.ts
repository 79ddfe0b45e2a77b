import { messageContent, renderText } from '@abilities-bot/local-slack/block-kit';
import { describe, expect, test } from 'vitest';
import type { MessageAnswer } from '../../src/slack/blocks/kit.ts';
import { decodeButton } from '../../src/slack/button-value.ts';
import { problemSentence } from '../../src/slack/features/check.ts';
import { watchMessage } from '../../src/slack/features/watch.ts';
import type { AccountChange } from '../../src/watch/compare.ts';
import { hasForeignControl, mrkdwnOf } from './control-sequences.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { problemsOf } from './problems-of.ts';
import { AT, installed } from './sample-values.ts';
import { valuesOf } from './values-of.ts';
import { changesOf, GONE, manyProblems, problemsWith, WATCH_CASES } from './watch-cases.ts';

/** As a person reads it. */
const read = ({ blocks, text }: MessageAnswer) => {
  const content = messageContent.parse({ blocks, text });
  return renderText({ text, blocks: content.blocks ?? [] });
};

const linesOf = (answer: MessageAnswer) => valuesOf(answer).map((value) => decodeButton(value)?.line);

test('each kind of change has its sentence', () => {
  expect(read(watchMessage(changesOf('Weather'), AT))).toMatchInlineSnapshot(`
    "*Changed outside Slack* · 14:03 UTC
    • *Weather* uploaded (not installed)
    • *Weather* uploaded (enabled)
    • *Weather* deleted
    • *Weather* renamed to *Weather*
    • *Weather* installed (disabled)
    • *Weather* is now orphaned: its Ability was deleted
    • *Weather* uninstalled
    • *Weather*'s orphaned record removed
    • *Weather* enabled
    • *Weather* disabled
    • *Weather*'s trigger words: added “Weather”, removed “Weather”, “Weather”
    • *Weather*'s trigger words: removed “Weather”
    • 2 Abilities are now called *Weather*: \`id:6403\`, \`id:6404\`
    • *Weather* is now installed 2 times: \`installed:90001\`, \`installed:90002\`
    • Agent *Weather* added
    • Agent *Weather* removed
    [Show Weather] [Show Weather] [Show Weather] [All Abilities]"
  `);
});

test('buttons show the first that are there, each once', () => {
  const row = (id: number) => installed(id, 'x').id;
  const changes: AccountChange[] = [
    ...GONE.slice(0, 2),
    { kind: 'enabled', installedId: row(90_001), name: 'Weather' },
    { kind: 'trigger-words', installedId: row(90_001), name: 'Weather', added: ['rain'], removed: [] },
    ...[2, 3, 4].map((n): AccountChange => ({ kind: 'disabled', installedId: row(90_000 + n), name: `Ability ${n}` })),
  ];
  expect(linesOf(watchMessage(changes, AT))).toEqual([
    'show installed:90001',
    'show installed:90002',
    'show installed:90003',
    'list',
  ]);
  expect(linesOf(watchMessage(GONE, AT))).toEqual(['list']);
});

test('of thousands as many are told as fit, and how many more there are', () => {
  const { text } = watchMessage(GONE, AT);
  const shown = text.match(/ deleted$/gm)?.length ?? 0;
  expect(shown).toBeGreaterThan(20);
  expect(text).toMatch(new RegExp(`• and ${5000 - shown} more$`));
});

test('new problems have a button to fix them, and resolved ones none', () => {
  const [appeared, gone] = [problemsWith('Weather'), problemsWith('Radio').map(problemSentence)];
  const answer = watchMessage([], AT, { appeared: appeared.slice(1, 3), gone: gone.slice(1, 2) });
  expect(read(answer)).toMatchInlineSnapshot(`
    "*2 new problems*
    *Weather* is enabled, but its trigger words don't work: it isn't installed for Agents.  [Repair]
    *Weather* is enabled, but has no trigger words.  [Trigger words…]
    *1 problem resolved*
    • Resolved: *Radio* is enabled, but its trigger words don't work: it isn't installed for Agents.
    [Check] [All Abilities]"
  `);
  expect(linesOf(answer)).toEqual(['repair installed:90001', 'triggers installed:90001 edit:', 'check', 'list']);
});

test('of thousands of problems twelve are listed, and the rest is counted', () => {
  const { text } = watchMessage(GONE, AT, { appeared: manyProblems(5000), gone: ['*Radio* has no trigger words.'] });
  expect(text).toContain('5000 new problems');
  expect(text.match(/has no trigger words/g)).toHaveLength(12);
  expect(text).toMatch(/• and 4989 more$/);
});

describe.each(Object.entries(HOSTILE_TEXTS))('changes of what is called %s', (_name, text) => {
  const answers = [
    ...[...changesOf(text).map((change) => [change]), changesOf(text)].map((changes) => watchMessage(changes, AT)),
    watchMessage([], AT, { appeared: problemsWith(text), gone: problemsWith(text).map(problemSentence) }),
  ];

  test('are taken by Slack', () => {
    expect(answers.flatMap(problemsOf)).toEqual([]);
  });

  test('mention nobody, link nowhere', () => {
    expect(answers.flatMap(mrkdwnOf).filter(hasForeignControl)).toEqual([]);
  });

  test('have buttons that can be read', () => {
    expect(answers.flatMap(linesOf)).not.toContain(undefined);
  });
});

test.each(Object.entries(WATCH_CASES))('%s is taken by Slack, and replaces no message', (_name, answer) => {
  expect(problemsOf(answer)).toEqual([]);
  expect(answer).toMatchObject({ surface: 'message', replaces: false });
});
