import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkView } from '../src/block-kit/check-view.ts';

const plain = (length: number) => ({ type: 'plain_text', text: 'x'.repeat(length) });
const modal = (fields: object = {}) => ({ type: 'modal', title: plain(5), blocks: [{ type: 'divider' }], ...fields });
const input = (element: object) => ({ type: 'input', label: plain(1), element });
const form = (element: object) => modal({ submit: plain(4), blocks: [input(element)] });
const dividers = (count: number) => Array.from({ length: count }, () => ({ type: 'divider' }));
const paths = (view: unknown) => checkView(view).map(({ path }) => path);

const limits: [name: string, within: object, beyond: object, path: string][] = [
  ['blocks', modal({ blocks: dividers(100) }), modal({ blocks: dividers(101) }), '/blocks'],
  ['blocks of a home', { type: 'home', blocks: dividers(100) }, { type: 'home', blocks: dividers(101) }, '/blocks'],
  ['title', modal({ title: plain(24) }), modal({ title: plain(25) }), '/title/text'],
  ['submit', modal({ submit: plain(24) }), modal({ submit: plain(25) }), '/submit/text'],
  ['close', modal({ close: plain(24) }), modal({ close: plain(25) }), '/close/text'],
  [
    'private_metadata',
    modal({ private_metadata: 'x'.repeat(3000) }),
    modal({ private_metadata: 'x'.repeat(3001) }),
    '/private_metadata',
  ],
  ['callback_id', modal({ callback_id: 'x'.repeat(255) }), modal({ callback_id: 'x'.repeat(256) }), '/callback_id'],
  [
    'files',
    form({ type: 'file_input', max_files: 10 }),
    form({ type: 'file_input', max_files: 11 }),
    '/blocks/0/element/max_files',
  ],
  [
    'input length',
    form({ type: 'plain_text_input', max_length: 3000 }),
    form({ type: 'plain_text_input', max_length: 3001 }),
    '/blocks/0/element/max_length',
  ],
];

describe('checkView', () => {
  it.each(limits)('knows the limit of %s', (_, within, beyond, path) => {
    expect(paths(within)).toEqual([]);
    expect(paths(beyond)).toEqual([path]);
  });

  it.each<[string, object, string]>([
    ['an unknown type', { type: 'dialog', blocks: [] }, '/type'],
    ['an unknown field', modal({ color: 'red' }), ''],
    ['a home with a title', { type: 'home', title: plain(1), blocks: [] }, ''],
    ['inputs without a submit button', modal({ blocks: [input({ type: 'plain_text_input' })] }), '/submit'],
    ['a file input in a home', { type: 'home', blocks: [input({ type: 'file_input' })] }, '/blocks/0/element/type'],
    [
      'a first value that is too long',
      form({ type: 'plain_text_input', initial_value: 'xx', max_length: 1 }),
      '/blocks/0/element',
    ],
    [
      'lengths that exclude each other',
      form({ type: 'plain_text_input', min_length: 2, max_length: 1 }),
      '/blocks/0/element',
    ],
  ])('refuses %s', (_, view, path) => {
    expect(paths(view)).toEqual([path]);
  });

  it('measures the whole view in bytes', () => {
    const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
    const view = (letter: string) => modal({ blocks: Array.from({ length: 80 }, () => section(letter.repeat(3000))) });
    expect(checkView(view('x'))).toEqual([]);
    expect(checkView(view('ü'))).toMatchObject([{ code: 'view_too_large' }]);
  });

  it('never throws on any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => Array.isArray(checkView(value))));
    fc.assert(fc.property(fc.array(fc.jsonValue()), (blocks) => Array.isArray(checkView(modal({ blocks })))));
  });
});
