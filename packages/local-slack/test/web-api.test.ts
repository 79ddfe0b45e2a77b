import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { LocalSlack } from '../src/local-slack.ts';
import { openSlack } from './tiny-app.ts';

const connect = (slack: LocalSlack, token: string | undefined = slack.botToken) =>
  new WebClient(token, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true });

describe('tokens', () => {
  it('are refused when missing, unknown, or of the wrong kind', async () => {
    const slack = await openSlack();
    const unsigned = await fetch(`${slack.apiUrl}auth.test`, { method: 'POST' });
    expect(await unsigned.json()).toEqual({ ok: false, error: 'not_authed' });
    await expect(connect(slack, 'xoxb-other-made-up').auth.test()).rejects.toThrow('invalid_auth');
    await expect(connect(slack, slack.appToken).auth.test()).rejects.toThrow('not_allowed_token_type');
    await expect(connect(slack).apps.connections.open()).rejects.toThrow('not_allowed_token_type');
    expect(await connect(slack, slack.appToken).apps.connections.open()).toMatchObject({
      url: expect.stringMatching(/^ws:/),
    });
  });

  it('are answered with the time by the clock of Slack', async () => {
    const slack = await openSlack({ now: () => Date.UTC(2030, 0, 1) });
    for (const path of ['auth.test', 'no.method']) {
      const { headers } = await fetch(`${slack.apiUrl}${path}`, { method: 'POST' });
      expect(headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
    }
  });

  it('say who the bot is and what it may', async () => {
    const slack = await openSlack({ scopes: ['chat:write', 'users:read'] });
    const answer = await connect(slack).auth.test();
    expect(answer).toMatchObject({ user_id: slack.botUserId, bot_id: slack.botId, team_id: slack.teamId });
    expect(answer.response_metadata?.scopes).toEqual(['chat:write', 'users:read']);
  });

  it.each(['chat.postMessage', 'chat.postEphemeral', 'users.info', 'conversations.info', 'files.info'])(
    'without a scope cannot call %s',
    async (method) => {
      const slack = await openSlack({ scopes: ['commands'] });
      const { general } = slack.channels;
      const args = { channel: general.id, user: slack.people.ana.id, file: 'F1', text: 'x' };
      await expect(connect(slack).apiCall(method, args)).rejects.toThrow('missing_scope');
    },
  );
});

describe('messages', () => {
  it('can be posted, edited and deleted where the bot is a member', async () => {
    const slack = await openSlack();
    const { chat } = connect(slack);
    const channel = slack.channels.ops.id;
    const { ts = '' } = await chat.postMessage({ channel, text: 'one' });
    await chat.update({ channel, ts, text: 'two' });
    expect(slack.transcript.messages).toMatchObject([{ ts, text: 'two', edits: 1, deleted: false }]);
    await chat.delete({ channel, ts });
    expect(slack.transcript.messages).toMatchObject([{ ts, deleted: true }]);
    await expect(chat.update({ channel, ts, text: 'three' })).rejects.toThrow('message_not_found');
  });

  it('are refused elsewhere, and in threads that do not exist', async () => {
    const slack = await openSlack();
    const { chat } = connect(slack);
    const { lounge, ops } = slack.channels;
    const user = slack.people.ben.id;
    await expect(chat.postMessage({ channel: lounge.id, text: 'x' })).rejects.toThrow('not_in_channel');
    await expect(chat.postEphemeral({ channel: lounge.id, user, text: 'x' })).rejects.toThrow('not_in_channel');
    await expect(chat.postMessage({ channel: 'C0NOWHERE', text: 'x' })).rejects.toThrow('channel_not_found');
    await expect(chat.update({ channel: 'C0NOWHERE', ts: '1.2', text: 'x' })).rejects.toThrow('channel_not_found');
    await expect(chat.update({ channel: ops.id, ts: '1.2', text: 'x' })).rejects.toThrow('message_not_found');
    await expect(chat.postEphemeral({ channel: ops.id, user: 'U0NOBODY', text: 'x' })).rejects.toThrow(
      'user_not_in_channel',
    );
    await expect(chat.postMessage({ channel: ops.id, thread_ts: '1.2', text: 'x' })).rejects.toThrow(
      'thread_not_found',
    );
    expect(slack.transcript.messages).toEqual([]);
  });

  it('in a private channel in which the bot is not find no channel', async () => {
    const slack = await openSlack({ scopes: ['chat:write', 'channels:read', 'channels:join', 'groups:read'] });
    const { chat, conversations } = connect(slack);
    const channel = slack.channels.board.id;
    const user = slack.people.ana.id;
    for (const call of [
      chat.postMessage({ channel, text: 'x' }),
      chat.postEphemeral({ channel, user, text: 'x' }),
      chat.update({ channel, ts: '1.2', text: 'x' }),
      chat.delete({ channel, ts: '1.2' }),
      conversations.info({ channel }),
      conversations.join({ channel }),
    ]) {
      await expect(call).rejects.toThrow('channel_not_found');
    }
    await slack.as(slack.people.ana).invite(slack.channels.board);
    await chat.postMessage({ channel, text: 'Hello' });
    expect((await conversations.info({ channel })).channel).toMatchObject({ is_private: true, is_member: true });
    await expect(connect(slack).conversations.join({ channel })).rejects.toThrow('method_not_supported');
  });

  it('reply in the thread of a message, and stay there when they are edited', async () => {
    const slack = await openSlack();
    const { chat } = connect(slack);
    const { ops } = slack.channels;
    const { messageTs: thread_ts } = await slack.as(slack.people.ana).say(ops, 'look');
    const { ts = '', message } = await chat.postMessage({ channel: ops.id, thread_ts, text: 'one' });
    expect(message).toMatchObject({ thread_ts });
    await chat.update({ channel: ops.id, ts, text: 'two' });
    expect(slack.transcript.messages.at(-1)).toMatchObject({ ts, threadTs: thread_ts, text: 'two' });
  });

  it('to a user ID open the direct message', async () => {
    const slack = await openSlack();
    await connect(slack).chat.postMessage({ channel: slack.people.gus.id, text: 'Hello' });
    const [message] = slack.as(slack.people.gus).sees(await slack.directMessage(slack.people.gus));
    expect(message).toMatchObject({ text: 'Hello', channelId: expect.stringMatching(/^D/) });
  });

  it('that are ephemeral are seen by one person and cannot be updated', async () => {
    const slack = await openSlack();
    const { chat } = connect(slack);
    const channel = slack.channels.ops;
    const { message_ts: ts = '' } = await chat.postEphemeral({
      channel: channel.id,
      user: slack.people.ben.id,
      text: 'psst',
    });
    expect(slack.as(slack.people.ben).sees(channel)).toMatchObject([{ ts, text: 'psst' }]);
    expect(slack.as(slack.people.ana).sees(channel)).toEqual([]);
    await expect(chat.update({ channel: channel.id, ts, text: 'x' })).rejects.toThrow('message_not_found');
  });

  it('with broken blocks are refused with the path of each problem', async () => {
    const slack = await openSlack();
    const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
    const post = (blocks: object[], text = 'list') =>
      fetch(`${slack.apiUrl}chat.postMessage`, {
        method: 'POST',
        headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ channel: slack.channels.ops.id, text, blocks }),
      }).then((response) => response.json());
    expect(await post([section('x'.repeat(3001)), { type: 'divider', color: 'red' }])).toMatchObject({
      ok: false,
      error: 'invalid_blocks',
      response_metadata: {
        messages: [
          expect.stringContaining('[json-pointer:/blocks/0/text/text]'),
          expect.stringContaining('[json-pointer:/blocks/1]'),
        ],
      },
    });
    expect(await post(Array.from({ length: 5 }, () => section('x'.repeat(2900))))).toMatchObject({
      error: 'msg_blocks_too_long',
    });
    expect(await post([section('x')], '')).toMatchObject({ error: 'no_text' });
  });
});

describe('people', () => {
  it.each([
    ['ana', { is_admin: true, is_restricted: false }],
    ['ben', { is_admin: false, is_restricted: false }],
    ['gus', { is_admin: false, is_restricted: true }],
  ] as const)('have their role: %s', async (name, role) => {
    const slack = await openSlack({ scopes: ['users:read'] });
    const { user } = await connect(slack).users.info({ user: slack.people[name].id });
    expect(user).toMatchObject({ id: slack.people[name].id, name, ...role });
  });
});

describe('methods that Slack does not have', () => {
  it.each(['chat.shout', 'views.generateTriggerId'])('are unknown: %s', async (method) => {
    const slack = await openSlack();
    await expect(connect(slack).apiCall(method)).rejects.toThrow('unknown_method');
  });
});
