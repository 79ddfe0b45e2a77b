import type { App, GlobalShortcut, MessageShortcut } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import type { DeclaredShortcut } from '../src/local-slack.ts';
import { modes, openApp } from './tiny-app.ts';

const shortcuts: DeclaredShortcut[] = [
  { callbackId: 'manage', name: 'Manage', type: 'global' },
  { callbackId: 'take', name: 'Take this', type: 'message' },
];
const plain = (text: string) => ({ type: 'plain_text' as const, text });
const weather = { name: 'weather.zip', bytes: Buffer.from('PK\u0003\u0004 a package, made up') };

/** Records payloads, and opens a modal for each global shortcut. */
function listen(app: App, seen: (GlobalShortcut | MessageShortcut)[]) {
  app.shortcut({ type: 'shortcut', callback_id: 'manage' }, async ({ ack, body, client }) => {
    seen.push(body);
    await client.views.open({ trigger_id: body.trigger_id, view: { type: 'modal', title: plain('All'), blocks: [] } });
    await ack();
  });
  app.shortcut({ type: 'message_action', callback_id: 'take' }, async ({ ack, body, respond }) => {
    seen.push(body);
    await respond({ text: 'Taken.', replace_original: true });
    await ack();
  });
}

async function openShortcuts(mode: (typeof modes)[number] = 'HTTP') {
  const seen: (GlobalShortcut | MessageShortcut)[] = [];
  return { ...(await openApp(mode, (app) => listen(app, seen), { shortcuts })), seen };
}

describe.each(modes)('a shortcut over %s', (mode) => {
  it('of the menu includes the user but no channel, and opens a modal by its trigger', async () => {
    const { slack, ana, seen } = await openShortcuts(mode);
    expect(await ana.shortcut('manage')).toMatchObject({ acked: true, error: null });
    expect(seen).toEqual([
      {
        type: 'shortcut',
        callback_id: 'manage',
        token: expect.any(String),
        action_ts: expect.stringMatching(/^\d{10}\.\d{6}$/),
        team: { id: slack.teamId, domain: 'local-slack' },
        user: { id: ana.person.id, username: 'ana', team_id: slack.teamId },
        trigger_id: expect.any(String),
        enterprise: null,
        is_enterprise_install: false,
      },
    ]);
    expect(await slack.nextView(() => true)).toMatchObject({ title: 'All', userId: ana.person.id });
    expect(slack.wire.map(({ title }) => title)).toContain('shortcut: manage');
  });

  it('of a message carries the message with its files, and answers privately beside it', async () => {
    const { slack, ana, ben, seen } = await openShortcuts(mode);
    const { ops } = slack.channels;
    const { fileIds, messageTs } = await ben.drop(ops, [weather], 'a new one');
    const [message] = ana.sees(ops);
    if (!message) throw new Error('The drop is not there.');
    expect(await ana.messageShortcut('take', message)).toMatchObject({ acked: true });
    expect(seen).toMatchObject([
      {
        type: 'message_action',
        callback_id: 'take',
        user: { id: ana.person.id, name: 'ana' },
        channel: { id: ops.id, name: 'ops' },
        message_ts: messageTs,
        message: {
          type: 'message',
          ts: messageTs,
          user: ben.person.id,
          text: 'a new one',
          files: [
            {
              id: fileIds[0],
              name: 'weather.zip',
              mimetype: 'application/zip',
              filetype: 'zip',
              size: weather.bytes.length,
              url_private: expect.stringContaining('/files-pri/'),
            },
          ],
        },
        response_url: expect.stringContaining('/app/'),
        trigger_id: expect.any(String),
      },
    ]);
    const answer = await slack.nextMessage(({ text }) => text === 'Taken.');
    expect(answer).toMatchObject({ channelId: ops.id, ephemeralFor: ana.person.id });
    expect(slack.transcript.findMessage(message)).toMatchObject({ text: 'a new one', edits: 0 });
  });
});

describe('a message shortcut', () => {
  it('reaches the app from a thread, and from channels in which the bot is not', async () => {
    const { slack, ana, seen } = await openShortcuts();
    const { lounge, board } = slack.channels;
    const { messageTs } = await ana.say(lounge, 'look');
    await ana.say(lounge, 'a reply', { threadTs: messageTs });
    await ana.say(board, 'secret');
    const [, reply] = ana.sees(lounge);
    const [secret] = ana.sees(board);
    if (!reply || !secret) throw new Error('The messages are not there.');
    await ana.messageShortcut('take', reply);
    await ana.messageShortcut('take', secret);
    expect(seen).toMatchObject([
      { channel: { name: 'lounge' }, message: { thread_ts: messageTs } },
      { channel: { id: board.id, name: 'privategroup' } },
    ]);
  });

  it('is not there on ephemerals, on what somebody does not see, and on what is deleted', async () => {
    const { slack, app, ana, seen } = await openShortcuts();
    const { ops } = slack.channels;
    await app.client.chat.postEphemeral({ channel: ops.id, user: ana.person.id, text: 'psst' });
    const { ts = '' } = await app.client.chat.postMessage({ channel: ops.id, text: 'gone soon' });
    const [ephemeral, gone] = ana.sees(ops);
    if (!ephemeral || !gone) throw new Error('The messages are not there.');
    await expect(ana.messageShortcut('take', ephemeral)).rejects.toThrow('have no shortcuts');
    await expect(slack.as(slack.people.gus).messageShortcut('take', gone)).rejects.toThrow('cannot see');
    await app.client.chat.delete({ channel: ops.id, ts });
    await expect(ana.messageShortcut('take', gone)).rejects.toThrow('cannot see');
    expect(seen).toEqual([]);
  });
});

describe('a shortcut that the app does not declare', () => {
  it('cannot be chosen, and the refusal says which can', async () => {
    const { slack, ana } = await openShortcuts();
    await ana.say(slack.channels.ops, 'look');
    const [message] = ana.sees(slack.channels.ops);
    if (!message) throw new Error('The message is not there.');
    const refused = (message: string) => ({ name: 'ClientRefusalError', message: expect.stringContaining(message) });
    await expect(ana.shortcut('take')).rejects.toMatchObject(refused('no global shortcut “take”'));
    await expect(ana.messageShortcut('manage', message)).rejects.toMatchObject(refused('It declares: take.'));
    expect(slack.transcript.deliveries).toEqual([]);
  });
});
