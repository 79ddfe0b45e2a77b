import type { App } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { Wire } from '../src/gateway/wire.ts';
import { modes, openApp } from './tiny-app.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });
const blocks = [
  {
    type: 'actions' as const,
    elements: [
      { type: 'button' as const, action_id: 'toggle', text: plain('Disable'), value: 'off' },
      { type: 'static_select' as const, action_id: 'category', options: [option('Skill')] },
    ],
  },
];

function listen(app: App) {
  app.command('/abilities', async ({ ack, client, command }) => {
    await ack();
    const view = {
      type: 'modal' as const,
      callback_id: 'upload',
      title: plain('Upload'),
      submit: plain('Upload'),
      blocks: [{ type: 'section' as const, text: plain('Nothing to fill in') }],
      private_metadata: JSON.stringify({ responseUrl: command.response_url }),
    };
    await client.views.open({ trigger_id: command.trigger_id, view });
    await client.chat.postMessage({ channel: command.channel_id, text: 'list', blocks });
  });
  app.action(/./, ({ ack }) => ack());
  app.view('upload', ({ ack }) => ack());
  app.event('file_shared', async () => undefined);
}

describe.each(modes)('an entry of the wire over %s', (mode) => {
  it('has a title that says what happened, and the bodies', async () => {
    const { slack, app, ana } = await openApp(mode, listen, {
      scopes: ['commands', 'chat:write', 'files:read', 'files:write'],
    });
    const { ops } = slack.channels;
    await ana.command('list', { channel: ops });
    const list = await slack.nextMessage(({ text }) => text === 'list');
    const modal = await slack.nextView(() => true);
    await ana.submit(modal);
    await ana.click(list, { text: 'Disable' });
    await ana.click(list, { actionId: 'category' }, { option: 'Skill' });
    const [delivery] = (await ana.drop(ops, [{ name: 'a.zip', bytes: Buffer.from('12345') }])).deliveries;
    if (delivery) await slack.redeliver(delivery);
    const [file] = slack.transcript.messages.flatMap(({ files }) => files);
    await fetch(String(file?.url_private), { headers: { authorization: `Bearer ${slack.botToken}` } });
    await app.client.filesUploadV2({ channel_id: ops.id, filename: 'log.txt', file: Buffer.from('line') });

    const titles = slack.wire.map(({ direction, title }) => `${direction}: ${title}`);
    expect(titles).toEqual(
      expect.arrayContaining([
        'Slack to bot: /abilities list',
        'Slack to bot: view_submission: upload',
        'Slack to bot: block_actions: Disable',
        'Slack to bot: block_actions: Skill',
        'Slack to bot: file_shared',
        'Slack to bot: file_shared, retry 1',
        'bot to Slack: views.open',
        'bot to Slack: file download',
        'bot to Slack: file upload',
      ]),
    );
    const entry = (title: string) => slack.wire.find((candidate) => candidate.title === title);
    expect(entry('chat.postMessage')?.request).toMatchObject({
      blocks: [{ elements: [{ text: { text: 'Disable' } }, {}] }],
    });
    expect(entry('file download')).toMatchObject({
      name: 'file',
      request: { name: 'a.zip' },
      status: 200,
      response: { name: 'a.zip', bytes: 5 },
    });
    expect(entry('file upload')).toMatchObject({
      request: { name: 'log.txt', bytes: expect.any(Number) },
      status: 200,
    });
    expect(slack.wire.map(({ n }) => n)).toEqual(slack.wire.map((_, index) => index + 1));
  });

  it('shows of each secret only what it is', async () => {
    const { slack, ana } = await openApp(mode, listen);
    const { payload } = await ana.command('list');
    const entry = (title: string) => slack.wire.find((candidate) => candidate.title === title);
    await slack.waitFor(() => entry('chat.postMessage'));
    expect(entry('/abilities list')?.request).toMatchObject({
      token: '[verification token]',
      response_url: '[response_url]',
      trigger_id: '[trigger_id]',
    });
    expect(entry('views.open')?.request).toMatchObject({
      trigger_id: '[trigger_id]',
      view: { private_metadata: '{"responseUrl":"[response_url]"}' },
    });
    if (mode === 'Socket Mode') {
      expect(entry('apps.connections.open')?.response).toEqual({ ok: true, url: '[socket address]' });
    }
    const all = JSON.stringify(slack.wire);
    for (const secret of [payload.response_url, payload.trigger_id, payload.token, slack.signingSecret]) {
      expect(all).not.toContain(secret);
    }
  });
});

describe('the wire', () => {
  it('forgets the oldest entries, but counts on', () => {
    const wire = new Wire();
    const entry = { name: 'auth.test', title: 'auth.test', request: {}, response: {}, status: 200, ms: 1 };
    for (let count = 1; count <= 2001; count += 1) wire.record({ ...entry, direction: 'bot to Slack' });
    expect([wire.entries.length, wire.entries[0]?.n, wire.entries.at(-1)?.n]).toEqual([2000, 2, 2001]);
  });

  it('says why an ack was refused, and what it was', async () => {
    const { slack, ana } = await openApp('HTTP', (app) => {
      app.command('/abilities', ({ ack }) => ack({ text: 'x', blocks: [{ type: 'divider', block_id: '' }] }));
    });
    await ana.command('list');
    expect(slack.wire.at(-1)).toMatchObject({
      status: 200,
      response: {
        error: 'invalid_blocks',
        reasons: [expect.stringContaining('/blocks/0/block_id')],
        body: { text: 'x' },
      },
    });
  });
});
