import { expect, test } from 'vitest';
import {
  ActionPayload,
  CommandPayload,
  FileSharedEvent,
  SubmissionPayload,
  SuggestionPayload,
} from '../../src/slack/inbound/payloads.ts';

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
  container: { message_ts: '1.2', is_ephemeral: true },
  actions: [{ action_id: 'show', type: 'button', value: '{}' }],
};
const SHARED = { event_id: 'Ev1', event: { file_id: 'F0ZIP', channel_id: 'G0OPS', user_id: 'U0ANA' } };

test('what Slack sends is read', () => {
  expect(CommandPayload.parse(COMMAND)).toEqual(COMMAND);
  expect(ActionPayload.parse(CLICK)).toEqual(CLICK);
  expect(SubmissionPayload.parse({ user: { id: 'U0ANA' }, view: VIEW }).view).toEqual(VIEW);
  expect(FileSharedEvent.parse(SHARED)).toEqual(SHARED);
  const typed = { user: { id: 'U0ANA', team_id: 'T0' }, value: 'wea' };
  expect(SuggestionPayload.parse(typed)).toEqual(typed);
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
  ['nothing', ActionPayload, null],
  ['text', CommandPayload, 'list'],
])('%s is refused', (_name, schema, payload) => {
  expect(schema.safeParse(payload).success).toBe(false);
});
