import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMessage } from '../src/block-kit/check-message.ts';

const plain = (length: number) => ({ type: 'plain_text', text: 'x'.repeat(length) });
const mrkdwn = (length: number) => ({ type: 'mrkdwn', text: 'x'.repeat(length) });
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const option = (index: number) => ({ text: plain(1), value: `v${index}` });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const button = (fields: object = {}) => ({ type: 'button', action_id: 'go', text: plain(2), ...fields });
const confirm = (fields: object = {}) => ({
  title: plain(1),
  text: mrkdwn(1),
  confirm: plain(1),
  deny: plain(1),
  ...fields,
});
const select = (fields: object = {}) => ({ type: 'static_select', options: [option(1)], ...fields });
const input = (element: object, fields: object = {}) => ({ type: 'input', label: plain(1), element, ...fields });
const check = (...blocks: object[]) => checkMessage({ text: 'x', blocks }).map(({ path }) => path);

/** For each limit: blocks at the limit, the same beyond it, and the path of the problem. */
const limits: [name: string, within: object[], beyond: object[], path: string][] = [
  ['blocks', many(50, () => ({ type: 'divider' })), many(51, () => ({ type: 'divider' })), '/blocks'],
  [
    'section text',
    [{ type: 'section', text: mrkdwn(3000) }],
    [{ type: 'section', text: mrkdwn(3001) }],
    '/blocks/0/text/text',
  ],
  ['empty text', [{ type: 'section', text: mrkdwn(1) }], [{ type: 'section', text: mrkdwn(0) }], '/blocks/0/text/text'],
  [
    'fields',
    [{ type: 'section', fields: many(10, () => mrkdwn(1)) }],
    [{ type: 'section', fields: many(11, () => mrkdwn(1)) }],
    '/blocks/0/fields',
  ],
  [
    'field',
    [{ type: 'section', fields: [mrkdwn(2000)] }],
    [{ type: 'section', fields: [mrkdwn(2001)] }],
    '/blocks/0/fields/0/text',
  ],
  ['header', [{ type: 'header', text: plain(150) }], [{ type: 'header', text: plain(151) }], '/blocks/0/text/text'],
  [
    'context',
    [{ type: 'context', elements: many(10, () => mrkdwn(1)) }],
    [{ type: 'context', elements: many(11, () => mrkdwn(1)) }],
    '/blocks/0/elements',
  ],
  [
    'actions',
    [actions(...many(25, (n) => button({ action_id: `a${n}` })))],
    [actions(...many(26, (n) => button({ action_id: `a${n}` })))],
    '/blocks/0/elements',
  ],
  [
    'button text',
    [actions(button({ text: plain(75) }))],
    [actions(button({ text: plain(76) }))],
    '/blocks/0/elements/0/text/text',
  ],
  [
    'button value',
    [actions(button({ value: 'x'.repeat(2000) }))],
    [actions(button({ value: 'x'.repeat(2001) }))],
    '/blocks/0/elements/0/value',
  ],
  [
    'action_id',
    [actions(button({ action_id: 'x'.repeat(255) }))],
    [actions(button({ action_id: 'x'.repeat(256) }))],
    '/blocks/0/elements/0/action_id',
  ],
  [
    'block_id',
    [{ type: 'divider', block_id: 'x'.repeat(255) }],
    [{ type: 'divider', block_id: 'x'.repeat(256) }],
    '/blocks/0/block_id',
  ],
  [
    'option text',
    [actions(select({ options: [{ text: plain(75), value: 'v' }] }))],
    [actions(select({ options: [{ text: plain(76), value: 'v' }] }))],
    '/blocks/0/elements/0/options/0/text/text',
  ],
  [
    'option value',
    [actions(select({ options: [{ text: plain(1), value: 'x'.repeat(150) }] }))],
    [actions(select({ options: [{ text: plain(1), value: 'x'.repeat(151) }] }))],
    '/blocks/0/elements/0/options/0/value',
  ],
  [
    'options',
    [actions(select({ options: many(100, option) }))],
    [actions(select({ options: many(101, option) }))],
    '/blocks/0/elements/0/options',
  ],
  [
    'overflow',
    [actions({ type: 'overflow', options: many(5, option) })],
    [actions({ type: 'overflow', options: many(6, option) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'empty overflow',
    [actions({ type: 'overflow', options: many(1, option) })],
    [actions({ type: 'overflow', options: [] })],
    '/blocks/0/elements/0/options',
  ],
  [
    'radio buttons',
    [actions({ type: 'radio_buttons', options: many(10, option) })],
    [actions({ type: 'radio_buttons', options: many(11, option) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'checkboxes',
    [actions({ type: 'checkboxes', options: many(10, option) })],
    [actions({ type: 'checkboxes', options: many(11, option) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'placeholder',
    [actions(select({ placeholder: plain(150) }))],
    [actions(select({ placeholder: plain(151) }))],
    '/blocks/0/elements/0/placeholder/text',
  ],
  [
    'confirm title',
    [actions(button({ confirm: confirm({ title: plain(100) }) }))],
    [actions(button({ confirm: confirm({ title: plain(101) }) }))],
    '/blocks/0/elements/0/confirm/title/text',
  ],
  [
    'confirm text',
    [actions(button({ confirm: confirm({ text: mrkdwn(300) }) }))],
    [actions(button({ confirm: confirm({ text: mrkdwn(301) }) }))],
    '/blocks/0/elements/0/confirm/text/text',
  ],
  [
    'confirm button',
    [actions(button({ confirm: confirm({ deny: plain(30) }) }))],
    [actions(button({ confirm: confirm({ deny: plain(31) }) }))],
    '/blocks/0/elements/0/confirm/deny/text',
  ],
];

describe('checkMessage', () => {
  it.each(limits)('knows the limit of %s', (_, within, beyond, path) => {
    expect(check(...within)).toEqual([]);
    expect(check(...beyond)).toEqual([path]);
  });

  it.each<[string, object[], string]>([
    ['an unknown block', [{ type: 'video' }], '/blocks/0/type'],
    ['an unknown element', [actions({ type: 'datepicker' })], '/blocks/0/elements/0/type'],
    ['an unknown field', [{ type: 'divider', color: 'red' }], '/blocks/0'],
    ['mrkdwn on a button', [actions(button({ text: mrkdwn(1) }))], '/blocks/0/elements/0/text/type'],
    ['an empty section', [{ type: 'section' }], '/blocks/0'],
    [
      'options beside option groups',
      [actions(select({ option_groups: [{ label: plain(1), options: [option(1)] }] }))],
      '/blocks/0/elements/0',
    ],
    [
      'a first choice that is not among the options',
      [actions(select({ initial_option: option(2) }))],
      '/blocks/0/elements/0/initial_option',
    ],
    [
      'a first choice of another label',
      [actions(select({ initial_option: { ...option(1), text: plain(2) } }))],
      '/blocks/0/elements/0/initial_option',
    ],
    [
      'one of several first choices that is not among the grouped options',
      [
        actions({
          type: 'multi_static_select',
          option_groups: [{ label: plain(1), options: [option(1)] }],
          initial_options: [option(1), option(2)],
        }),
      ],
      '/blocks/0/elements/0/initial_options/1',
    ],
    [
      'a first choice of radio buttons that is not among them',
      [actions({ type: 'radio_buttons', options: [option(1)], initial_option: option(2) })],
      '/blocks/0/elements/0/initial_option',
    ],
    [
      'a link outside an overflow menu',
      [actions(select({ options: [{ ...option(1), url: 'https://abilities.example' }] }))],
      '/blocks/0/elements/0/options/0',
    ],
    ['an input outside an input block', [actions({ type: 'plain_text_input' })], '/blocks/0/elements/0/type'],
    ['a file input in a message', [input({ type: 'file_input' })], '/blocks/0/element/type'],
    [
      'two blocks of one block_id',
      [
        { type: 'divider', block_id: 'a' },
        { type: 'divider', block_id: 'a' },
      ],
      '/blocks/1/block_id',
    ],
    ['two elements of one action_id in a block', [actions(button(), button())], '/blocks/0/elements/1/action_id'],
  ])('refuses %s', (_, blocks, path) => {
    expect(check(...blocks)).toEqual([path]);
  });

  it('allows one action_id in several blocks, as lists of rows need it', () => {
    expect(check(actions(button()), actions(button()))).toEqual([]);
  });

  it('wants a text beside the blocks', () => {
    expect(checkMessage({ blocks: [{ type: 'divider' }] })).toMatchObject([{ code: 'no_text', path: '/text' }]);
    expect(checkMessage({})).toMatchObject([{ code: 'no_text' }]);
  });

  it('measures all blocks together', () => {
    const blocks = (length: number) => [{ type: 'section', text: mrkdwn(length) }];
    const message = (count: number) => ({ text: 'x', blocks: many(count, () => blocks(2500)[0]) });
    expect(checkMessage(message(5))).toEqual([]);
    expect(checkMessage(message(6))).toMatchObject([{ code: 'msg_blocks_too_long', path: '/blocks' }]);
  });

  it('never throws on any JSON', () => {
    const typed = fc.record({
      type: fc.constantFrom(
        'section',
        'actions',
        'context',
        'input',
        'header',
        'image',
        'button',
        'overflow',
        'static_select',
      ),
      text: fc.jsonValue(),
      elements: fc.array(fc.jsonValue()),
      element: fc.jsonValue(),
      accessory: fc.jsonValue(),
      options: fc.jsonValue(),
    });
    fc.assert(fc.property(fc.jsonValue(), (value) => Array.isArray(checkMessage(value))));
    fc.assert(fc.property(fc.array(typed), (blocks) => Array.isArray(checkMessage({ text: 'x', blocks }))));
  });
});
