import type { App } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { openDistributedApp, scopes } from './tiny-cloud.ts';

const enterpriseId = 'E0ORBIT';
const enterprise = { id: enterpriseId, name: 'Organization E0ORBIT' };
const plain = (text: string) => ({ type: 'plain_text' as const, text });
const form = { type: 'modal' as const, callback_id: 'form', title: plain('Form'), submit: plain('Send') };

const orbit = {
  workspaces: [{ name: 'north', enterpriseId }, { name: 'south', enterpriseId }, 'apart'],
  app: { orgDeploy: true },
} as const;
/** In both workspaces of the organization all people and channels have the same IDs. */
const alike = {
  workspaces: [
    { name: 'north', enterpriseId, stem: 'ALIKE' },
    { name: 'south', enterpriseId, stem: 'ALIKE' },
  ],
  app: { orgDeploy: true },
} as const;

/** The app, installed for the whole organization. */
async function openOrganization<const Options extends typeof orbit | typeof alike>(
  options: Options,
  listen?: (app: App) => void,
) {
  const opened = await openDistributedApp<'north' | 'south' | 'apart'>(options, listen);
  const { north, south } = opened.cloud.workspaces;
  const done = await opened.cloud.installAs(north.people.ana, opened.installUrl, { into: enterpriseId });
  const web = new WebClient(north.botToken, { slackApiUrl: opened.cloud.apiUrl, retryConfig: { retries: 0 } });
  return { ...opened, north, south, done, web };
}

describe('an installation for an organization', () => {
  it('is one token for all of its workspaces, and no other', async () => {
    const { cloud, north, south, done, kept } = await openOrganization(orbit);
    expect(done.status).toBe(200);
    expect(kept.get(enterpriseId)).toMatchObject({
      enterprise,
      isEnterpriseInstall: true,
      enterpriseUrl: 'https://e0orbit.enterprise.slack.com/',
      team: undefined,
      user: { id: north.people.ana.id },
      bot: { token: north.botToken, userId: 'U0E0ORBITBOT', id: 'B0E0ORBITBOT', scopes },
    });
    expect(south.botToken).toBe(north.botToken);
    expect(cloud.workspaces.apart.isInstalled()).toBe(false);
  });

  it('is marked as one', async () => {
    const { web } = await openOrganization(orbit);
    const answer = await web.auth.test();
    expect(answer).toMatchObject({
      team: enterprise.name,
      team_id: enterpriseId,
      enterprise_id: enterpriseId,
      is_enterprise_install: true,
      user_id: 'U0E0ORBITBOT',
      bot_id: 'B0E0ORBITBOT',
    });
    expect(answer.response_metadata?.scopes).toEqual(scopes);
  });

  it('is offered only where the app is made for it, and only to who has a say', async () => {
    const { cloud, installUrl, kept } = await openDistributedApp<'north' | 'south' | 'apart'>(orbit);
    const asBen = await cloud.installAs(cloud.workspaces.north.people.ben, installUrl, { into: enterpriseId });
    expect(asBen).toMatchObject({
      status: 400,
      body: expect.stringContaining('ben is not allowed to install apps in Organization'),
    });
    expect(kept.size).toBe(0);
    const { cloud: other, installUrl: url } = await openDistributedApp<'north'>({
      workspaces: [{ name: 'north', enterpriseId }],
    });
    const nowhere = other.installAs(other.workspaces.north.people.ana, url, { into: enterpriseId });
    await expect(nowhere).rejects.toThrow('there is none');
  });

  it('is named in commands, clicks, forms and events, beside the workspace', async () => {
    const bodies: Record<string, object> = {};
    const { south } = await openOrganization(orbit, (app) => {
      app.command('/abilities', async ({ ack, body, client }) => {
        bodies.command = body;
        const blocks = [
          { type: 'actions' as const, elements: [{ type: 'button' as const, action_id: 'go', text: plain('Go') }] },
        ];
        await client.views.open({ trigger_id: body.trigger_id, view: { ...form, blocks } });
        await ack();
      });
      app.action('go', async ({ ack, body }) => {
        bodies.click = body;
        await ack();
      });
      app.view('form', async ({ ack, body }) => {
        bodies.form = body;
        await ack();
      });
      app.event('app_home_opened', async ({ body }) => {
        bodies.event = body;
      });
    });
    const ana = south.as(south.people.ana);
    await ana.command('list');
    const view = await south.nextView(({ callbackId }) => callbackId === 'form');
    await ana.click(view, { text: 'Go' });
    await ana.submit(view);
    await ana.openHome();
    expect(bodies.command).toMatchObject({
      team_id: 'T0SOUTH',
      enterprise_id: enterpriseId,
      enterprise_name: enterprise.name,
      is_enterprise_install: 'true',
    });
    const interaction = { team: null, enterprise, is_enterprise_install: true, user: { team_id: 'T0SOUTH' } };
    expect(bodies.click).toMatchObject(interaction);
    expect(bodies.form).toMatchObject({
      ...interaction,
      view: { team_id: 'T0SOUTH', app_installed_team_id: enterpriseId },
    });
    expect(bodies.event).toMatchObject({
      team_id: 'T0SOUTH',
      enterprise_id: enterpriseId,
      authorizations: [{ enterprise_id: enterpriseId, team_id: null, is_enterprise_install: true }],
    });
  });
});

describe('a call with the token of an organization', () => {
  it('goes to the workspace that has what it names', async () => {
    const { web, north, south } = await openOrganization(orbit);
    await web.chat.postMessage({ channel: south.channels.general.id, text: 'southern' });
    await web.chat.postMessage({ channel: north.people.ben.id, text: 'northern' });
    await web.views.publish({ user_id: south.people.ben.id, view: { type: 'home', blocks: [] } });
    expect(north.transcript.messages.map(({ text }) => text)).toEqual(['northern']);
    expect(south.transcript.messages.map(({ text }) => text)).toEqual(['southern']);
    expect(south.transcript.views).toHaveLength(1);
    await expect(web.chat.postMessage({ channel: 'C0NOWHERE', text: 'x' })).rejects.toThrow('channel_not_found');
  });

  it('uploads files into either', async () => {
    const { web, north, south } = await openOrganization(orbit);
    for (const slack of [north, south]) {
      const channel_id = slack.channels.ops.id;
      await web.filesUploadV2({ channel_id, filename: `${slack.team.domain}.txt`, file: Buffer.from('text') });
      const [file] = slack.transcript.messages.flatMap(({ files }) => files);
      expect(file).toMatchObject({ name: `${slack.team.domain}.txt`, user_team: slack.team.id });
      const headers = { authorization: `Bearer ${north.botToken}` };
      expect(await (await fetch(String(file?.url_private_download), { headers })).text()).toBe('text');
    }
  });

  it('has to name the workspace where the rest does not', async () => {
    const { web, north, south } = await openOrganization(alike);
    const post = { channel: north.channels.general.id, text: 'x' };
    await expect(web.chat.postMessage(post)).rejects.toThrow('missing_argument');
    await expect(web.usergroups.list()).rejects.toThrow('missing_argument');
    await web.apiCall('chat.postMessage', { ...post, team_id: 'T0SOUTH' });
    expect([north.transcript.messages.length, south.transcript.messages.length]).toEqual([0, 1]);
  });

  it('reaches no workspace of others', async () => {
    const { cloud, installUrl, web } = await openOrganization(orbit);
    const { apart } = cloud.workspaces;
    await cloud.installAs(apart.people.ana, installUrl);
    const post = { channel: apart.channels.general.id, text: 'x' };
    await expect(web.chat.postMessage(post)).rejects.toThrow('channel_not_found');
    await expect(web.apiCall('chat.postMessage', { ...post, team_id: 'T0APART' })).rejects.toThrow('team_not_found');
    expect(apart.transcript.messages).toEqual([]);
  });

  it('goes by the workspace that Bolt names, where the IDs are all the same', async () => {
    const { north, south } = await openOrganization(alike, (app) => {
      app.command('/abilities', async ({ ack, client, command }) => {
        await client.chat.postMessage({ channel: command.channel_id, text: command.team_id });
        await ack();
      });
    });
    await south.as(south.people.ana).command('');
    await north.as(north.people.ana).command('');
    expect(north.transcript.messages.map(({ text }) => text)).toEqual(['T0NORTH']);
    expect(south.transcript.messages.map(({ text }) => text)).toEqual(['T0SOUTH']);
  });
});

describe('a workspace of an organization', () => {
  it('can have the app for itself', async () => {
    const bodies: object[] = [];
    const { cloud, installUrl, kept } = await openDistributedApp<'north' | 'south' | 'apart'>(orbit, (app) => {
      app.command('/abilities', async ({ ack, body }) => {
        bodies.push(body);
        await ack();
      });
    });
    const { north, south } = cloud.workspaces;
    await cloud.installAs(north.people.ben, installUrl);
    expect(kept.get('T0NORTH')).toMatchObject({ enterprise, isEnterpriseInstall: false, team: { id: 'T0NORTH' } });
    expect([north.isInstalled(), south.isInstalled()]).toEqual([true, false]);
    await north.as(north.people.ana).command('');
    expect(bodies).toMatchObject([{ enterprise_id: enterpriseId, is_enterprise_install: 'false', team_id: 'T0NORTH' }]);
    await north.as(north.people.ana).openHome();
    const { payload } = north.transcript.deliveries.at(-1) ?? {};
    expect(payload).toMatchObject({
      authorizations: [{ team_id: 'T0NORTH', enterprise_id: enterpriseId, is_enterprise_install: false }],
    });
    const web = new WebClient(north.botToken, { slackApiUrl: cloud.apiUrl, retryConfig: { retries: 0 } });
    expect(await web.auth.test()).toMatchObject({ team_id: 'T0NORTH', enterprise_id: enterpriseId });
  });

  it('gives up its own when the organization has it, and gets none beside that', async () => {
    const { cloud, installUrl } = await openDistributedApp<'north' | 'south' | 'apart'>(orbit);
    const { north } = cloud.workspaces;
    await cloud.installAs(north.people.ana, installUrl);
    const web = new WebClient(north.botToken, { slackApiUrl: cloud.apiUrl, retryConfig: { retries: 0 } });
    await cloud.installAs(north.people.ana, installUrl, { into: enterpriseId });
    await expect(web.auth.test()).rejects.toThrow('invalid_auth');
    expect((await cloud.installAs(north.people.ana, installUrl)).status).toBe(500);
    expect(cloud.wire.at(-1)?.response).toEqual({ ok: false, error: 'cannot_install_an_org_installed_app' });
  });
});
