import type { App } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { modes, openApp, openSlack } from './tiny-app.ts';

const scopes = ['chat:write', 'files:read', 'files:write'];
const log = Buffer.from('a line of text\n');

function listen(app: App, seen: object[]) {
  app.event('file_shared', async ({ event }) => void seen.push(event));
}

async function openUploads(mode: (typeof modes)[number] = 'HTTP') {
  const seen: object[] = [];
  return { ...(await openApp(mode, (app) => listen(app, seen), { scopes })), seen };
}

describe.each(modes)('filesUploadV2 over %s', (mode) => {
  it('posts a file as the bot with the comment, announces it as shared, and returns it', async () => {
    const { slack, app, ana, seen } = await openUploads(mode);
    const direct = await slack.directMessage(ana.person);
    const common = { filename: 'export.json', title: 'Everything', initial_comment: 'Here it is' };
    expect(await app.client.filesUploadV2({ ...common, channel_id: direct.id, file: log })).toMatchObject({ ok: true });
    const message = await slack.nextMessage(({ files }) => files.length > 0);
    expect(message).toMatchObject({
      channelId: direct.id,
      userId: slack.botUserId,
      text: 'Here it is',
      threadTs: null,
      files: [{ name: 'export.json', title: 'Everything', size: log.length, user: slack.botUserId }],
    });
    const id = String(message.files[0]?.id);
    await slack.waitFor(() => seen.length > 0);
    expect(seen).toMatchObject([
      { type: 'file_shared', user_id: slack.botUserId, file_id: id, channel_id: direct.id, event_ts: message.ts },
    ]);
    const { file } = await app.client.files.info({ file: id });
    const headers = { authorization: `Bearer ${slack.botToken}` };
    const download = await fetch(file?.url_private_download ?? '', { headers });
    expect(Buffer.from(await download.arrayBuffer())).toEqual(log);
  });

  it('puts several files into one reply of a thread', async () => {
    const { slack, app, seen } = await openUploads(mode);
    const { ops } = slack.channels;
    const { ts = '' } = await app.client.chat.postMessage({ channel: ops.id, text: 'Ready' });
    const file_uploads = ['one.txt', 'two.txt'].map((filename) => ({ filename, file: log }));
    await app.client.filesUploadV2({ channel_id: ops.id, thread_ts: ts, file_uploads });
    expect(slack.transcript.messages).toMatchObject([
      { text: 'Ready' },
      { threadTs: ts, files: [{ name: 'one.txt' }, { name: 'two.txt' }] },
    ]);
    await slack.waitFor(() => seen.length === 2);
  });
});

describe('an upload by the bot', () => {
  it('goes only where the bot is, and to a channel ID', async () => {
    const { slack, app, ana } = await openUploads();
    const { lounge, board } = slack.channels;
    const upload = (channel_id: string) => app.client.filesUploadV2({ channel_id, filename: 'log.txt', file: log });
    await expect(upload(lounge.id)).rejects.toThrow('not_in_channel');
    await expect(upload(board.id)).rejects.toThrow('channel_not_found');
    await expect(upload('C0LOCALNOWHERE')).rejects.toThrow('channel_not_found');
    await expect(upload(ana.person.id)).rejects.toThrow('invalid_arguments');
    expect(slack.transcript.messages).toEqual([]);
  });

  it('is private to the bot without a channel, and sends no event', async () => {
    const { slack, app, seen } = await openUploads();
    const { files } = await app.client.filesUploadV2({ filename: 'log.txt', file: log });
    expect(JSON.stringify(files)).toContain('log.txt');
    expect([slack.transcript.messages, slack.transcript.deliveries, seen]).toEqual([[], [], []]);
  });

  it.each<[string, object]>([
    ['files.getUploadURLExternal', { filename: 'log.txt', length: 1 }],
    ['files.completeUploadExternal', { files: [{ id: 'F000000000' }] }],
  ])('needs files:write for %s', async (method, args) => {
    const { app } = await openApp('HTTP', () => undefined, { scopes: ['chat:write', 'files:read'] });
    await expect(app.client.apiCall(method, { ...args })).rejects.toThrow('missing_scope');
  });

  it.each<[string, object, string]>([
    ['a name', { length: 1 }, 'missing_argument'],
    ['a length', { filename: 'log.txt' }, 'missing_argument'],
    ['any bytes', { filename: 'log.txt', length: 0 }, 'missing_argument'],
    ['a number as length', { filename: 'log.txt', length: 'long' }, 'invalid_arguments'],
  ])('is refused without %s', async (_, args, code) => {
    const { app } = await openUploads();
    await expect(app.client.apiCall('files.getUploadURLExternal', { ...args })).rejects.toThrow(code);
  });
});

describe('the address of an upload', () => {
  async function reserve() {
    const { slack, app } = await openUploads();
    const { file_id = '', upload_url = '' } = await app.client.files.getUploadURLExternal({
      filename: 'log.txt',
      length: log.length,
    });
    const complete = () => app.client.files.completeUploadExternal({ files: [{ id: file_id }] });
    return { slack, complete, upload_url };
  }
  const post = (url: string, body: string | FormData) => fetch(url, { method: 'POST', body });

  it.each([
    ['as they are', () => log.toString()],
    [
      'as a part of a form',
      () => {
        const form = new FormData();
        form.set('filename', new File([log], 'log.txt'));
        return form;
      },
    ],
  ])('takes the announced bytes once: %s', async (_, body) => {
    const { complete, upload_url } = await reserve();
    expect((await post(upload_url, body())).status).toBe(200);
    expect(await (await post(upload_url, body())).text()).toBe('sent_already');
    expect(await complete()).toMatchObject({ ok: true, files: [{ name: 'log.txt', size: log.length }] });
    await expect(complete()).rejects.toThrow('file_not_found');
    expect((await post(upload_url, body())).status).toBe(404);
  });

  it('refuses another length, so that nothing can be completed', async () => {
    const { complete, upload_url } = await reserve();
    const refused = await post(upload_url, `${log}more`);
    expect([refused.status, await refused.text()]).toEqual([400, 'wrong_length']);
    await expect(complete()).rejects.toThrow('file_not_found');
  });

  it('that was never handed out is not there', async () => {
    const slack = await openSlack();
    expect((await post(slack.apiUrl.replace('/api/', '/upload/v1/F000000000'), 'x')).status).toBe(404);
  });
});
