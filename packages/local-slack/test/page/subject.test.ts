import { expect, test } from 'vitest';
import { subjectsOf } from '../../page/blocks/subject.ts';
import type { Block } from '../../src/block-kit/index.ts';

const button = { type: 'button' as const, text: { type: 'plain_text' as const, text: 'Press' } };
const section = (text: string, accessory?: typeof button): Block => ({
  type: 'section',
  text: { type: 'mrkdwn', text },
  ...(accessory && { accessory }),
});
const actions: Block = { type: 'actions', elements: [button] };

test.each<[string, Block[], (string | null)[]]>([
  ['its bold words', [section(':white_circle: *Café &amp; Bar* · Skill\n“a”, “b”')], ['Café & Bar']],
  ['its first line without any', [section('<https://a.example|All> 12 _Abilities_\nmore')], ['All 12 Abilities']],
  ['its text, if that is short enough', [section('x'.repeat(61))], [`${'x'.repeat(59)}…`]],
  ['the row above it', [section('*News*'), actions, section('*Radio*'), actions], ['News', 'News', 'Radio', 'Radio']],
  [
    'the first text, below rows with buttons',
    [section('*List*'), section('*News*', button), actions],
    ['List', 'News', 'List'],
  ],
  [
    'the first text, below a line without a name',
    [section('*News*'), section('Changed'), actions],
    ['News', 'Changed', 'News'],
  ],
  ['nothing without a text', [{ type: 'divider' }, actions], [null, null]],
])('a block is about %s', (_, blocks, subjects) => {
  expect(subjectsOf(blocks)).toEqual(subjects);
});
