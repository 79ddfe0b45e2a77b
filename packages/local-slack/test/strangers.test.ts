import type { App } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { others } from './kinds-of-people.ts';
import { modes, openApp } from './tiny-app.ts';

const { zoe } = others;
const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = { type: 'button' as const, action_id: 'go', text: plain('Go') };
const modal = {
  type: 'modal' as const,
  callback_id: 'form',
  title: plain('Form'),
  submit: plain('Send'),
  blocks: [
    {
      type: 'input' as const,
      block_id: 'name',
      label: plain('Name'),
      element: { type: 'plain_text_input' as const, action_id: 'value' },
    },
  ],
};

/** Opens a form when its button is clicked. */
function listen(app: App) {
  app.command('/abilities', ({ ack }) => ack());
  app.action('go', async ({ ack, body, client }) => {
    if (body.type === 'block_actions') await client.views.open({ trigger_id: body.trigger_id, view: modal });
    await ack();
  });
  app.view('form', ({ ack }) => ack());
  app.shortcut('take', ({ ack }) => ack());
  app.event('app_mention', async () => undefined);
  app.event('message', async () => undefined);
  app.event('file_shared', async () => undefined);
}

async function openShared(mode: (typeof modes)[number] = 'HTTP', people = [zoe]) {
  const opened = await openApp(mode, listen, {
    people,
    scopes: ['app_mentions:read', 'channels:history', 'chat:write', 'files:read'],
    events: ['app_mention', 'message.channels', 'file_shared'],
    shortcuts: [{ callbackId: 'take', name: 'Take this', type: 'message' }],
  });
  const { app, slack } = opened;
  const { ops } = slack.channels;
  await app.client.chat.postMessage({ channel: ops.id, text: 'x', blocks: [{ type: 'actions', elements: [button] }] });
  const message = await slack.nextMessage(({ text }) => text === 'x');
  return { ...opened, ops, message, as: slack.as };
}

describe.each(modes)('somebody of another workspace over %s', (mode) => {
  it('clicks and submits with their own workspace beside them, in the one of the app', async () => {
    const { as, message, slack } = await openShared(mode);
    const click = await as(zoe).click(message, { text: 'Go' });
    const form = as(zoe).modal();
    const submitted = form && (await as(zoe).submit(form, { name: 'Radio' }));
    const user = { id: zoe.id, name: 'zoe', team_id: 'T0ELSEWHERE' };
    for (const delivery of [click, submitted]) {
      expect(delivery).toMatchObject({ acked: true, payload: { team: { id: slack.teamId }, user } });
    }
  });

  it('speaks in an event that says where they are from, in a channel that is shared', async () => {
    const { as, ana, ops, slack } = await openShared(mode);
    const sent = async (name: typeof zoe | typeof ana.person) =>
      (await as(name).say(ops, '@abilities list')).deliveries.map(({ payload }) => payload);
    const event = (team: string) => ({ team, user_team: team, source_team: team });
    const envelope = { is_ext_shared_channel: true, team_id: slack.teamId };
    expect(await sent(zoe)).toMatchObject([
      { ...envelope, event: { ...event('T0ELSEWHERE'), type: 'app_mention', user: zoe.id } },
      { ...envelope, event: { ...event('T0ELSEWHERE'), type: 'message' } },
    ]);
    expect(await sent(ana.person)).toMatchObject([
      { ...envelope, event: event(slack.teamId) },
      { ...envelope, event: event(slack.teamId) },
    ]);
  });
});

describe('somebody of another workspace', () => {
  it('has no slash command there', async () => {
    const { as, ops, slack } = await openShared();
    const before = slack.transcript.deliveries.length;
    await expect(as(zoe).command('list', { channel: ops })).rejects.toThrow(
      'zoe is from another workspace, where /abilities is not a command',
    );
    expect(slack.transcript.deliveries).toHaveLength(before);
  });

  it('is in no other channel than those that are shared', async () => {
    const { as, slack } = await openShared();
    expect(slack.channels.ops.isExtShared).toBe(true);
    expect(slack.channels.general.isExtShared).toBe(false);
    await expect(as(zoe).say(slack.channels.general, 'hello')).rejects.toThrow('not in #general');
  });

  it('drops files of which the event says hardly more than the ID', async () => {
    const { as, ops, slack } = await openShared();
    const { deliveries } = await as(zoe).drop(ops, [{ name: 'theirs.zip', bytes: Buffer.from('PK') }]);
    expect(deliveries.map(({ payload }) => payload.is_ext_shared_channel)).toEqual([true, true]);
    expect(slack.as(zoe).sees(ops).at(-1)).toMatchObject({ files: [{ file_access: 'check_file_info' }] });
  });

  it('is named as the author of a message that somebody else acts on', async () => {
    const { ana, as, ops, slack } = await openShared();
    const { messageTs } = await as(zoe).say(ops, 'look');
    const message = await slack.nextMessage(({ ts }) => ts === messageTs);
    expect((await ana.messageShortcut('take', message)).payload).toMatchObject({
      user: { id: ana.person.id, team_id: slack.teamId },
      message: { user: zoe.id, team: 'T0ELSEWHERE' },
    });
  });
});

it('without anybody from elsewhere no channel is shared', async () => {
  const { ana, ops } = await openShared('HTTP', []);
  const { deliveries } = await ana.say(ops, 'hello');
  expect(deliveries).toMatchObject([{ payload: { is_ext_shared_channel: false } }]);
  expect(deliveries[0]?.payload.event).not.toHaveProperty('user_team');
});
