import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { modes, openApp, openSlack } from './tiny-app.ts';

const scopes = ['chat:write', 'files:read', 'channels:history', 'im:history'];
const weather = { name: 'weather.zip', bytes: Buffer.from('PK\u0003\u0004 a package, made up') };

describe.each(modes)('a dropped file over %s', (mode) => {
  it('is announced by file_shared and downloads byte for byte with the token', async () => {
    const events: unknown[] = [];
    const { slack, app, ana } = await openApp(mode, (listening) => {
      listening.event('file_shared', async ({ event }) => void events.push(event));
      listening.event('message', async ({ event }) => void events.push(event));
    });
    const { ops } = slack.channels;
    const dropped = await ana.drop(ops, [weather], 'a new one');
    const [fileId = ''] = dropped.fileIds;
    expect(dropped.deliveries).toMatchObject([{ acked: true }]);
    expect(events).toMatchObject([
      { type: 'file_shared', file_id: fileId, channel_id: ops.id, user_id: ana.person.id },
    ]);
    expect(ana.sees(ops)).toMatchObject([{ ts: dropped.messageTs, text: 'a new one', userId: ana.person.id }]);

    const { file } = await app.client.files.info({ file: fileId });
    expect(file).toMatchObject({ name: 'weather.zip', mimetype: 'application/zip', size: weather.bytes.length });
    const url = file?.url_private_download ?? '';
    const download = await fetch(url, { headers: { authorization: `Bearer ${slack.botToken}` } });
    expect(Buffer.from(await download.arrayBuffer())).toEqual(weather.bytes);
    await app.client.chat.postMessage({ channel: ops.id, thread_ts: dropped.messageTs, text: 'Upload it?' });
  });
});

describe('a private file', () => {
  it.each([
    ['without a token', {}],
    ['with a wrong one', { authorization: 'Bearer xoxb-other-made-up' }],
  ])('is a login page with status 200 %s', async (_, headers) => {
    const { slack, app, ana } = await openApp('HTTP', () => undefined);
    const { fileIds } = await ana.drop(slack.channels.ops, [weather]);
    const { file } = await app.client.files.info({ file: fileIds[0] ?? '' });
    const page = await fetch(file?.url_private ?? '', { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<html>');
  });

  it('is a login page for a bot without files:read', async () => {
    const slack = await openSlack({ scopes: ['chat:write'] });
    await slack.as(slack.people.ana).drop(slack.channels.ops, [weather]);
    const [file] = slack.transcript.messages.flatMap(({ files }) => files);
    const page = await fetch(String(file?.url_private), { headers: { authorization: `Bearer ${slack.botToken}` } });
    expect(await page.text()).toContain('<html>');
  });
});

describe('the events of a drop', () => {
  it('do not reach a bot that is no member', async () => {
    const slack = await openSlack();
    const { deliveries } = await slack.as(slack.people.ana).drop(slack.channels.lounge, [weather]);
    expect(deliveries).toEqual([]);
  });

  it('include the message where the app is subscribed to it', async () => {
    const { slack, ana } = await openApp('HTTP', () => undefined, {
      events: ['message.channels', 'message.im'],
      scopes,
    });
    const inChannel = await ana.drop(slack.channels.ops, [weather]);
    const inMessage = await ana.drop(await slack.directMessage(ana.person), [weather]);
    expect(
      [inChannel, inMessage].map(({ deliveries }) => deliveries.map(({ payload }) => payload.event)),
    ).toMatchObject([
      [{ type: 'message', subtype: 'file_share', channel_type: 'channel', files: [{ name: 'weather.zip' }] }],
      [{ type: 'message', subtype: 'file_share', channel_type: 'im' }],
    ]);
  });
});

describe('a file input', () => {
  const view: ModalView = {
    type: 'modal',
    callback_id: 'upload',
    title: { type: 'plain_text', text: 'Upload' },
    submit: { type: 'plain_text', text: 'Upload' },
    blocks: [
      {
        type: 'input',
        block_id: 'package',
        label: { type: 'plain_text', text: 'Package' },
        element: { type: 'file_input', action_id: 'file', max_files: 1 },
      },
    ],
  };

  it('hands over a file that only its owner and the app can read', async () => {
    const names: unknown[] = [];
    const { slack, app, ana } = await openApp('HTTP', (listening) => {
      listening.command('/abilities', async ({ ack, client, command }) => {
        await ack();
        await client.views.open({ trigger_id: command.trigger_id, view });
      });
      listening.view('upload', async ({ ack, view: sent }) => {
        names.push(sent.state.values.package?.file?.files?.map(({ name }) => name));
        await ack();
      });
    });
    await ana.command('upload');
    const modal = await slack.nextView(() => true);
    await expect(ana.submit(modal, { Package: [weather, weather] })).rejects.toThrow('at most 1 files');
    const { payload } = await ana.submit(modal, { Package: { ...weather, mimetype: 'application/x-zip' } });
    expect(names).toEqual([['weather.zip']]);

    const [, id = ''] = /"id":"(F[0-9A-F]{9})"/.exec(JSON.stringify(payload)) ?? [];
    const { file } = await app.client.files.info({ file: id });
    expect(file?.mimetype).toBe('application/x-zip');
    const download = await fetch(file?.url_private ?? '', { headers: { authorization: `Bearer ${slack.botToken}` } });
    expect(Buffer.from(await download.arrayBuffer())).toEqual(weather.bytes);
  });
});

describe('a file of another organization', () => {
  it('is hardly more than an ID in the message and its events; files.info returns the rest', async () => {
    const { slack, app, ana } = await openApp('HTTP', () => undefined, {
      events: ['file_shared', 'message.channels'],
      scopes,
    });
    const { ops } = slack.channels;
    const { deliveries, fileIds } = await ana.drop(ops, [weather], '', { slackConnect: true });
    const unchecked = {
      id: fileIds[0],
      mode: 'file_access',
      file_access: 'check_file_info',
      created: 0,
      timestamp: 0,
      user: '',
    };
    expect(deliveries.map(({ payload }) => payload.event)).toMatchObject([
      { type: 'file_shared', file_id: fileIds[0], file: { id: fileIds[0] } },
      { type: 'message', files: [unchecked] },
    ]);
    expect(slack.transcript.messages.map(({ files }) => files)).toEqual([[unchecked]]);
    const { file } = await app.client.files.info({ file: fileIds[0] ?? '' });
    expect(file).toMatchObject({ name: 'weather.zip', size: weather.bytes.length, file_access: 'visible' });
    const headers = { authorization: `Bearer ${slack.botToken}` };
    const download = await fetch(file?.url_private_download ?? '', { headers });
    expect(Buffer.from(await download.arrayBuffer())).toEqual(weather.bytes);
  });
});

describe('a drop into a thread', () => {
  it('is a reply, and files.info names the thread', async () => {
    const { slack, app, ana } = await openApp('HTTP', () => undefined);
    const { ops } = slack.channels;
    const { messageTs: threadTs } = await ana.say(ops, 'look');
    const { fileIds } = await ana.drop(ops, [weather, { ...weather, name: 'icon.png' }], '', { threadTs });
    expect(slack.transcript.messages.at(-1)).toMatchObject({ threadTs, files: [{}, { name: 'icon.png' }] });
    expect(slack.transcript.deliveries.map(({ payload }) => payload.event)).toMatchObject(
      fileIds.map((file_id) => ({ type: 'file_shared', file_id })),
    );
    const { file } = await app.client.files.info({ file: fileIds[1] ?? '' });
    expect(file?.shares?.public?.[ops.id]).toMatchObject([{ thread_ts: threadTs }]);
    await expect(ana.drop(ops, [weather], '', { threadTs: '1.000000' })).rejects.toThrow('was not found');
  });
});
