import { describe, expect, it } from 'vitest';
import type { Block } from '../src/block-kit/blocks.ts';
import { renderText } from '../src/block-kit/render-text.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text });
const option = (label: string) => ({ text: plain(label), value: label });
const confirm = {
  title: plain('Delete Weather?'),
  text: mrkdwn('*For good.*'),
  confirm: plain('Delete'),
  deny: plain('Keep'),
};

const blocks: [shown: string, block: Block][] = [
  ['# Abilities', { type: 'header', text: plain('Abilities') }],
  ['---', { type: 'divider' }],
  [
    '*Weather*  [Disable]',
    { type: 'section', text: mrkdwn('*Weather*'), accessory: { type: 'button', text: plain('Disable') } },
  ],
  ['ID\n6403', { type: 'section', fields: [mrkdwn('ID'), plain('6403')] }],
  [
    'a < b, the docs, 14:02',
    { type: 'section', text: mrkdwn('a &lt; b, <https://example.com|the docs>, <!date^0^{time}|14:02>') },
  ],
  [
    'Page 1  [image: an ear]',
    {
      type: 'context',
      elements: [mrkdwn('Page 1'), { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'an ear' }],
    },
  ],
  [
    'Echo\n[image: a lamp]',
    { type: 'image', title: plain('Echo'), image_url: 'https://example.com/b.png', alt_text: 'a lamp' },
  ],
  [
    '[Delete] (asks: Delete Weather? *For good.* [Delete] [Keep]) [⋯ Show · Words]',
    {
      type: 'actions',
      elements: [
        { type: 'button', text: plain('Delete'), confirm },
        { type: 'overflow', options: [option('Show'), option('Words')] },
      ],
    },
  ],
  [
    '[Skill ▾ Skill · Local]',
    {
      type: 'actions',
      elements: [
        { type: 'static_select', initial_option: option('Skill'), options: [option('Skill'), option('Local')] },
      ],
    },
  ],
  [
    '[State ▾ On: Yes | Off: No]',
    {
      type: 'actions',
      elements: [
        {
          type: 'multi_static_select',
          placeholder: plain('State'),
          option_groups: [
            { label: plain('On'), options: [option('Yes')] },
            { label: plain('Off'), options: [option('No')] },
          ],
        },
      ],
    },
  ],
  [
    '[A · B ▾ type to search]',
    { type: 'actions', elements: [{ type: 'multi_external_select', initial_options: [option('A'), option('B')] }] },
  ],
  ['[Choose ▾ type to search]', { type: 'actions', elements: [{ type: 'external_select' }] }],
  [
    '(x) A ( ) B',
    {
      type: 'actions',
      elements: [{ type: 'radio_buttons', initial_option: option('A'), options: [option('A'), option('B')] }],
    },
  ],
  [
    '( ) A (x) B',
    {
      type: 'actions',
      elements: [{ type: 'checkboxes', initial_options: [option('B')], options: [option('A'), option('B')] }],
    },
  ],
  [
    'Name: [Weather_]\n  Letters and digits',
    {
      type: 'input',
      label: plain('Name'),
      hint: plain('Letters and digits'),
      element: { type: 'plain_text_input', initial_value: 'Weather' },
    },
  ],
  [
    'Abilities\nName | Words\nNews | 12 words',
    {
      type: 'data_table',
      caption: 'Abilities',
      rows: [
        [
          { type: 'raw_text', text: 'Name' },
          { type: 'raw_text', text: 'Words' },
        ],
        [
          {
            type: 'rich_text',
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'News' }] }],
          },
          { type: 'raw_number', value: 12, text: '12 words' },
        ],
      ],
    },
  ],
  [
    'Icon (optional): [file: png]',
    { type: 'input', label: plain('Icon'), optional: true, element: { type: 'file_input', filetypes: ['png'] } },
  ],
];

describe('renderText', () => {
  it.each(blocks)('prints %s', (shown, block) => {
    expect(renderText({ text: 'not shown', blocks: [block] })).toBe(shown);
  });

  it('prints the text of a message without blocks', () => {
    expect(renderText({ text: 'a &amp; b', blocks: [] })).toBe('a & b');
  });

  it('prints the files of a share', () => {
    expect(renderText({ text: 'A new one', blocks: [], files: [{ name: 'a.zip' }] })).toBe('A new one\n[file: a.zip]');
  });

  it('prints title, buttons and errors of a modal', () => {
    const name: Block = {
      type: 'input',
      block_id: 'name',
      label: plain('Name'),
      element: { type: 'plain_text_input' },
    };
    const view = {
      title: plain('Upload'),
      submit: plain('Send'),
      close: plain('Cancel'),
      blocks: [name],
      errors: { name: 'Taken.' },
    };
    expect(renderText(view)).toBe('== Upload ==\nName: [_]\n  ! Taken.\n[Cancel] [Send]');
  });
});
