import { expect, test } from 'vitest';
import { fieldKey, readState, toAnswer } from '../../page/session/field-value.ts';
import type { InteractiveElement } from '../../src/block-kit/index.ts';

const option = (value: string) => ({ text: { type: 'plain_text' as const, text: `Option ${value}` }, value });
const single: InteractiveElement = { type: 'external_select', action_id: 'ability' };
const several: InteractiveElement = { type: 'multi_external_select', action_id: 'ability' };
const oneOption = { kind: 'options', options: [option('a')] } as const;

test('one option is sent as its value, several as a list, none as empty', () => {
  expect(toAnswer(oneOption, single)).toBe('a');
  expect(toAnswer(oneOption, several)).toEqual(['a']);
  expect(toAnswer({ kind: 'options', options: [] }, single)).toBe('');
  expect(toAnswer({ kind: 'options', options: [] }, several)).toEqual([]);
  expect(toAnswer(oneOption, { type: 'users_select' })).toBe('a');
  expect(toAnswer(oneOption, { type: 'multi_conversations_select' })).toEqual(['a']);
});

test('a field is another one when its type changes under the same IDs', () => {
  expect(fieldKey('b', single)).not.toBe(fieldKey('b', several));
});

test("what Slack's state holds is shown again", () => {
  expect(readState({ type: 'plain_text_input', value: null })).toEqual({ kind: 'text', text: '' });
  expect(readState({ type: 'static_select', selected_option: option('a') })).toEqual(oneOption);
  expect(readState({ type: 'checkboxes', selected_options: [option('a')] })).toEqual(oneOption);
  expect(readState({ type: 'static_select', selected_option: null })).toEqual({ kind: 'options', options: [] });
  const chosen = { kind: 'options', options: [{ text: { type: 'plain_text', text: 'U1' }, value: 'U1' }] };
  expect(readState({ type: 'users_select', selected_user: 'U1' })).toEqual(chosen);
  expect(readState({ type: 'users_select', selected_user: null })).toEqual({ kind: 'options', options: [] });
  expect(readState({ type: 'multi_users_select', selected_users: ['U1'] })).toEqual(chosen);
  expect(readState({ type: 'conversations_select', selected_conversation: 'U1' })).toEqual(chosen);
  expect(readState({ type: 'multi_conversations_select', selected_conversations: [] })).toMatchObject({ options: [] });
  expect(readState({ type: 'file_input', files: [] })).toBeUndefined();
  expect(readState(undefined)).toBeUndefined();
});
