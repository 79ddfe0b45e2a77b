import { describe, expect, test } from 'vitest';
import {
  ActionPayload,
  CommandPayload,
  FileSharedEvent,
  MentionEvent,
  ShortcutPayload,
  SubmissionPayload,
  SuggestionPayload,
} from '../../src/slack/payloads/payloads.ts';

const COMMAND = {
  user_id: 'U0ANA',
  channel_id: 'C0OPS',
  text: 'list',
  response_url: 'https://hooks.slack.example/commands/T0/1/x',
  trigger_id: '1.a',
};
const VIEW = {
  id: 'V1',
  type: 'modal',
  hash: '1.a',
  callback_id: 'upload',
  private_metadata: '{}',
  state: { values: {} },
};
const CLICK = {
  user: { id: 'W0ANA' },
  trigger_id: '1.a',
  response_url: 'https://hooks.slack.example/actions/T0/1/x',
  channel: { id: 'D0ANA' },
  container: { message_ts: '1.2', thread_ts: '1.1', is_ephemeral: true },
  actions: [{ action_id: 'show', type: 'button', value: '{}' }],
};
const GLOBAL = { type: 'shortcut', callback_id: 'manage-abilities', user: { id: 'U0ANA' }, trigger_id: '1.a' };
const OF_MESSAGE = {
  type: 'message_action',
  callback_id: 'upload-as-ability',
  user: { id: 'U0ANA', team_id: 'T0' },
  trigger_id: '1.a',
  response_url: 'https://hooks.slack.example/app/T0/1/x',
  channel: { id: 'C0OPS' },
  message: { ts: '1.2', thread_ts: '1.1', files: [{ id: 'F0ZIP', name: 'tides.zip' }] },
};
const MENTION = {
  event_id: 'Ev2',
  event: { user: 'U0ANA', team: 'T0', text: '<@U0BOT> list', channel: 'C0OPS', thread_ts: '1.1', files: [] },
};
const SHARED = {
  event_id: 'Ev1',
  event: { type: 'file_shared', file_id: 'F0ZIP', channel_id: 'G0OPS', user_id: 'U0ANA' },
};

test('what Slack sends is read', () => {
  expect(CommandPayload.parse(COMMAND)).toEqual(COMMAND);
  expect(ActionPayload.parse(CLICK)).toEqual(CLICK);
  expect(SubmissionPayload.parse({ user: { id: 'U0ANA' }, view: VIEW }).view).toEqual({ ...VIEW, blocks: [] });
  expect(FileSharedEvent.parse(SHARED)).toEqual(SHARED);
  const typed = { user: { id: 'U0ANA', team_id: 'T0' }, value: 'wea', view: { private_metadata: '{}' } };
  expect(SuggestionPayload.parse(typed)).toEqual(typed);
  expect(ShortcutPayload.parse(GLOBAL)).toEqual(GLOBAL);
  expect(ShortcutPayload.parse(OF_MESSAGE)).toEqual(OF_MESSAGE);
  expect(MentionEvent.parse(MENTION)).toEqual(MENTION);
});

test('what Slack may leave out may be missing', () => {
  const { text: _text, ...command } = COMMAND;
  expect(CommandPayload.parse(command).text).toBe('');
  const inModal = { user: CLICK.user, trigger_id: '1.a', actions: [{ action_id: 'a', type: 'overflow' }], view: VIEW };
  expect(ActionPayload.parse(inModal)).toMatchObject({ container: {}, view: VIEW });
  const bare = { user: { id: 'U0ANA' }, view: { id: 'V1', hash: '1.a' } };
  expect(SubmissionPayload.parse(bare).view).toMatchObject({
    type: 'modal',
    private_metadata: '',
    state: { values: {} },
  });
  expect(SuggestionPayload.parse({ user: CLICK.user }).value).toBe('');
  const { files: _files, ...bareMessage } = OF_MESSAGE.message;
  expect(ShortcutPayload.parse({ ...OF_MESSAGE, message: bareMessage })).toMatchObject({ message: { files: [] } });
  expect(MentionEvent.parse({ event_id: 'Ev2', event: { channel: 'C0OPS', bot_id: 'B0' } }).event.text).toBe('');
});

test('a choice in a menu carries its entry, and a message that everybody sees its blocks', () => {
  const chosen = { action_id: 'state', type: 'static_select', selected_option: { value: '{"v":1}' } };
  const payload = {
    ...CLICK,
    actions: [chosen],
    message: { blocks: [{ block_id: 'shared-by-U0ANA', type: 'context' }] },
  };
  expect(ActionPayload.parse(payload)).toMatchObject({
    actions: [chosen],
    message: { blocks: [{ block_id: 'shared-by-U0ANA' }] },
  });
  expect(ActionPayload.safeParse({ ...CLICK, actions: [{ ...chosen, selected_option: null }] }).success).toBe(true);
});

test.each([
  ['a command without a user', CommandPayload, { ...COMMAND, user_id: undefined }],
  ['a command of a user that is none', CommandPayload, { ...COMMAND, user_id: '<@U1>' }],
  ['a command with an address that is none', CommandPayload, { ...COMMAND, response_url: 'not an address' }],
  ['a command in a channel that is none', CommandPayload, { ...COMMAND, channel_id: 'general' }],
  ['a click on nothing', ActionPayload, { ...CLICK, actions: [] }],
  ['a click of nobody', ActionPayload, { ...CLICK, user: {} }],
  ['a click with a number for a value', ActionPayload, { ...CLICK, actions: [{ ...CLICK.actions[0], value: 7 }] }],
  ['a form without a view', SubmissionPayload, { user: { id: 'U0ANA' } }],
  ['a form whose state is no state', SubmissionPayload, { user: { id: 'U0ANA' }, view: { ...VIEW, state: 'x' } }],
  ['a share of a file that is none', FileSharedEvent, { ...SHARED, event: { ...SHARED.event, file_id: '../x' } }],
  ['a share without an event ID', FileSharedEvent, { event: SHARED.event }],
  ['a shortcut of another kind', ShortcutPayload, { ...GLOBAL, type: 'workflow_step' }],
  ['a shortcut of a message without a channel', ShortcutPayload, { ...OF_MESSAGE, channel: undefined }],
  [
    'a shortcut of a message with a file that is none',
    ShortcutPayload,
    { ...OF_MESSAGE, message: { ...OF_MESSAGE.message, files: [{ id: '../x' }] } },
  ],
  ['a mention without an event ID', MentionEvent, { event: MENTION.event }],
  ['a mention in no channel', MentionEvent, { ...MENTION, event: { ...MENTION.event, channel: 'ops' } }],
  ['nothing', ActionPayload, null],
  ['text', CommandPayload, 'list'],
])('%s is refused', (_name, schema, payload) => {
  expect(schema.safeParse(payload).success).toBe(false);
});

describe('the files of a message with a shortcut', () => {
  const file = (id: string) => ({ id, name: `${id}.zip` });
  const read = (message: object) => {
    const payload = ShortcutPayload.parse({
      type: 'message_action',
      callback_id: 'upload-as-ability',
      trigger_id: '1.2',
      user: { id: 'U0ANA' },
      channel: { id: 'C0OPS' },
      message: { ts: '1.2', ...message },
    });
    return payload.type === 'message_action' ? payload.message.files : null;
  };

  test('are its own and those of a message that it forwards, each once', () => {
    const forwarded = [{ text: 'look', files: [file('F0B'), file('F0A')] }, { text: 'no files' }];
    expect(read({ files: [file('F0A')], attachments: forwarded })).toEqual([file('F0A'), file('F0B')]);
    expect(read({ attachments: [{ files: [{ id: 'F0B' }] }] })).toEqual([{ id: 'F0B', name: null }]);
  });

  test('are none if it has none, or attachments of another kind', () => {
    expect(read({})).toEqual([]);
    expect(read({ attachments: [{ files: 'many' }, { files: [{ name: 'x' }] }] })).toEqual([]);
    expect(read({ attachments: 'none' })).toEqual([]);
  });
});
