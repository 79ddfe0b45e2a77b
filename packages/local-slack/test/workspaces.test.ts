import type { App } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { CloudWorkspace } from '../src/cloud/start-local-slack-cloud.ts';
import { openDistributedApp } from './tiny-cloud.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const modal = { type: 'modal' as const, callback_id: 'form', title: plain('Form'), blocks: [] };
const button = { type: 'button' as const, action_id: 'go', text: plain('Go'), value: 'x' };

/** Two workspaces in which all people and channels have the same IDs. */
const alike = {
  workspaces: [
    { name: 'north', stem: 'ALIKE' },
    { name: 'south', stem: 'ALIKE' },
  ],
  events: ['file_shared', 'app_home_opened', 'app_mention'],
} as const;
const apart = { ...alike, workspaces: ['north', 'south'] } as const;

const connect = (slack: CloudWorkspace) =>
  new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
const textsIn = (slack: CloudWorkspace) => slack.transcript.messages.map(({ text }) => text);

/** The app, installed in both. */
async function openBoth(options: typeof alike | typeof apart, listen?: (app: App) => void) {
  const opened = await openDistributedApp<'north' | 'south'>(options, listen);
  const { north, south } = opened.cloud.workspaces;
  for (const slack of [north, south]) await opened.cloud.installAs(slack.people.ana, opened.installUrl);
  return { ...opened, north, south };
}

describe.each([
  ['of IDs of their own', apart],
  ['whose IDs are all the same', alike],
])('two workspaces %s', (_, options) => {
  it('hear their own commands, answers and clicks', async () => {
    const { north, south } = await openBoth(options, (app) => {
      app.command('/abilities', async ({ ack, client, command, context, respond }) => {
        await client.chat.postMessage({
          channel: command.channel_id,
          text: `for ${context.teamId}`,
          blocks: [{ type: 'actions', elements: [button] }],
        });
        await respond(`only for ${command.team_id} ${command.team_domain}`);
        await ack(`acked ${command.text}`);
      });
      app.action('go', async ({ ack, body, respond }) => {
        await respond({ text: `clicked in ${body.team?.id}`, replace_original: true });
        await ack();
      });
    });
    for (const slack of [north, south]) {
      const ana = slack.as(slack.people.ana);
      expect(await ana.command(slack.team.domain)).toMatchObject({ acked: true, error: null });
    }
    expect(textsIn(north)).toEqual(['for T0NORTH', 'only for T0NORTH north', 'acked north']);
    const [list] = south.transcript.messages;
    if (!list) throw new Error('The app posted nothing in South.');
    await south.as(south.people.ana).click(list, { text: 'Go' });
    expect(textsIn(south)).toEqual(['clicked in T0SOUTH', 'only for T0SOUTH south', 'acked south']);
    expect(textsIn(north)[0]).toBe('for T0NORTH');
  });

  it('tell their own events, for the bot that is there', async () => {
    const bodies: object[] = [];
    const { north, south } = await openBoth(options, (app) => {
      app.event('app_mention', async ({ body }) => void bodies.push(body));
      app.event('app_home_opened', async ({ body }) => void bodies.push(body));
    });
    await south.as(south.people.ben).say(south.channels.ops, 'no mention without its scope @abilities');
    await south.as(south.people.ben).openHome();
    const authorizations = [
      {
        enterprise_id: null,
        team_id: 'T0SOUTH',
        user_id: south.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ];
    expect(bodies).toMatchObject([{ team_id: 'T0SOUTH', authorizations, event: { user: south.people.ben.id } }]);
    expect(bodies[0]).not.toHaveProperty('enterprise_id');
    expect(north.transcript.deliveries).toEqual([]);
  });

  it('take messages, forms and files by the token', async () => {
    const { north, south } = await openBoth(options);
    await connect(north).chat.postMessage({ channel: north.channels.general.id, text: 'northern' });
    expect([textsIn(north), textsIn(south)]).toEqual([['northern'], []]);

    const view = await connect(south).views.publish({
      user_id: south.people.ana.id,
      view: { type: 'home', blocks: [] },
    });
    expect(view.view).toMatchObject({ team_id: 'T0SOUTH', app_installed_team_id: 'T0SOUTH', bot_id: south.botId });
    expect([north.transcript.views.length, south.transcript.views.length]).toEqual([0, 1]);

    const file = { filename: 'a.txt', file: Buffer.from('southern'), channel_id: south.channels.ops.id };
    await connect(south).filesUploadV2(file);
    expect(south.transcript.messages.flatMap(({ files }) => files)).toMatchObject([
      { name: 'a.txt', user_team: 'T0SOUTH' },
    ]);
    expect(textsIn(north)).toEqual(['northern']);
  });

  it('do not reach into each other', async () => {
    const { north, south } = await openBoth(options, (app) => {
      app.command('/abilities', async ({ ack, command }) => {
        await connect(south)
          .views.open({ trigger_id: command.trigger_id, view: modal })
          .catch((error) => tried.push(error));
        await ack();
      });
    });
    const tried: Error[] = [];
    await north.as(north.people.ana).command('');
    expect(tried.map(String)).toEqual([expect.stringContaining('invalid_trigger_id')]);
    expect(south.transcript.views).toEqual([]);

    const bytes = Buffer.from('a secret, made up');
    const { fileIds } = await north.as(north.people.ana).drop(north.channels.ops, [{ name: 'plan.txt', bytes }]);
    const file = String(fileIds[0]);
    await expect(connect(south).files.info({ file })).rejects.toThrow('file_not_found');
    const link = String((await connect(north).files.info({ file })).file?.url_private_download);
    const download = (slack: CloudWorkspace) =>
      fetch(link, { headers: { authorization: `Bearer ${slack.botToken}` } }).then((response) => response.text());
    expect([await download(north), await download(south)]).toEqual([String(bytes), 'file_not_found']);

    const { ts = '' } = await connect(north).chat.postMessage({ channel: north.channels.ops.id, text: 'mine' });
    await expect(connect(south).chat.delete({ channel: north.channels.ops.id, ts })).rejects.toThrow('not_found');
    expect(north.transcript.findMessage({ channelId: north.channels.ops.id, ts })?.deleted).toBe(false);
  });
});

describe('one workspace of several', () => {
  it('knows no channel and nobody of another', async () => {
    const { north, south } = await openBoth(apart);
    const { chat, views } = connect(north);
    const { general } = south.channels;
    await expect(chat.postMessage({ channel: general.id, text: 'x' })).rejects.toThrow('channel_not_found');
    await expect(chat.postMessage({ channel: south.people.ana.id, text: 'x' })).rejects.toThrow('channel_not_found');
    const published = views.publish({ user_id: south.people.ana.id, view: { type: 'home', blocks: [] } });
    await expect(published).rejects.toThrow('user_not_found');
    expect(() => north.as(south.people.ana)).toThrow('No person U0SOUTHANA');
  });

  it('has its own wire and faults', async () => {
    const { cloud, north, south } = await openBoth(alike);
    const wasThere = north.wire.length;
    south.faults.add({ method: 'chat.postMessage', fault: { error: 'fatal_error' } });
    const post = (slack: CloudWorkspace) =>
      connect(slack).chat.postMessage({ channel: slack.channels.ops.id, text: 'x' });
    await post(north);
    await expect(post(south)).rejects.toThrow('fatal_error');
    expect(north.wire.slice(wasThere).map(({ name }) => name)).toEqual(['chat.postMessage']);
    const stranger = new WebClient('xoxb-other-made-up', { slackApiUrl: cloud.apiUrl, retryConfig: { retries: 0 } });
    await expect(stranger.auth.test()).rejects.toThrow('invalid_auth');
    expect(cloud.wire.at(-1)).toMatchObject({ name: 'auth.test', response: { error: 'invalid_auth' } });
  });

  it('says nothing to an app that is not installed there', async () => {
    const { cloud, installUrl } = await openDistributedApp<'north' | 'south'>(apart);
    const { north, south } = cloud.workspaces;
    await cloud.installAs(north.people.ana, installUrl);
    const ana = south.as(south.people.ana);
    await expect(ana.command('list')).rejects.toThrow('The app is not installed in this workspace');
    expect(await ana.openHome()).toBeUndefined();
    expect(await ana.drop(south.channels.ops, [{ name: 'a.zip', bytes: Buffer.from('PK') }])).toMatchObject({
      deliveries: [],
    });
    expect(south.transcript.deliveries).toEqual([]);
  });

  it('has a name that can stand in IDs, and no second of that name', async () => {
    const workspaces = (...names: string[]) => openDistributedApp<string>({ workspaces: names });
    await expect(workspaces('n')).rejects.toThrow('Invalid workspace name “n”');
    await expect(workspaces('north', 'north')).rejects.toThrow('Two workspaces are called north.');
    await expect(workspaces()).rejects.toThrow('At least one workspace is required.');
  });
});
