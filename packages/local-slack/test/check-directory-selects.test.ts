import { describe, expect, it } from 'vitest';
import { checkMessage } from '../src/block-kit/check-message.ts';
import { checkView } from '../src/block-kit/check-view.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const actions = (element: object) => [{ type: 'actions', elements: [element] }];

describe('a menu of people or conversations', () => {
  it.each(['users_select', 'multi_users_select', 'conversations_select', 'multi_conversations_select'])(
    'may stand beside a text, among actions and in an input block: %s',
    (type) => {
      const element = { type, action_id: 'chosen', placeholder: plain('Choose'), focus_on_load: true };
      const blocks = [
        { type: 'section', text: plain('x'), accessory: element },
        ...actions(element),
        { type: 'input', label: plain('i'), element },
      ];
      expect(checkMessage({ text: 'x', blocks })).toEqual([]);
      expect(checkView({ type: 'modal', title: plain('Form'), submit: plain('Save'), blocks })).toEqual([]);
      expect(checkView({ type: 'home', blocks })).toEqual([]);
    },
  );

  it.each<[string, object]>([
    ['people', { type: 'users_select', initial_user: 'U0ANA' }],
    ['several people', { type: 'multi_users_select', initial_users: ['U0ANA', 'W0BEN'], max_selected_items: 2 }],
    ['a conversation', { type: 'conversations_select', initial_conversation: 'C0OPS' }],
    [
      'several conversations',
      { type: 'multi_conversations_select', initial_conversations: ['C0OPS', 'G0X', 'D0X'], max_selected_items: 1 },
    ],
    [
      'a filter',
      {
        type: 'conversations_select',
        default_to_current_conversation: true,
        filter: { include: ['public', 'private', 'im', 'mpim'], exclude_bot_users: true },
      },
    ],
    ['another filter', { type: 'conversations_select', filter: { exclude_external_shared_channels: false } }],
  ])('takes %s', (_, element) => {
    expect(checkMessage({ text: 'x', blocks: actions(element) })).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a name for an ID', { type: 'users_select', initial_user: 'ana' }, '/initial_user'],
    ['no first people', { type: 'multi_users_select', initial_users: [] }, '/initial_users'],
    ['a channel for a person', { type: 'multi_users_select', initial_users: ['U1', 'C1'] }, '/initial_users/1'],
    ['a person for a channel', { type: 'conversations_select', initial_conversation: 'U1' }, '/initial_conversation'],
    ['an empty filter', { type: 'conversations_select', filter: {} }, '/filter'],
    ['a filter of nothing', { type: 'conversations_select', filter: { include: [] } }, '/filter/include'],
    ['an unknown kind', { type: 'conversations_select', filter: { include: ['dm'] } }, '/filter/include/0'],
    ['a filter of people', { type: 'users_select', filter: { exclude_bot_users: true } }, ''],
    ['several first people of one', { type: 'users_select', initial_users: ['U1'] }, ''],
    ['options', { type: 'users_select', options: [{ text: plain('x'), value: 'x' }] }, ''],
    ['a limit of one that is none', { type: 'users_select', max_selected_items: 1 }, ''],
    ['a limit of none', { type: 'multi_users_select', max_selected_items: 0 }, '/max_selected_items'],
    [
      'a placeholder that is too long',
      { type: 'multi_conversations_select', placeholder: plain('x'.repeat(151)) },
      '/placeholder/text',
    ],
  ])('refuses %s', (_, element, path) => {
    const problems = checkMessage({ text: 'x', blocks: actions(element) });
    expect(problems.map((problem) => problem.path)).toEqual([`/blocks/0/elements/0${path}`]);
  });
});
