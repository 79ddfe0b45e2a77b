import type { App } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { madeUpApp, openDistributedApp } from './tiny-cloud.ts';

const enterpriseId = 'E0ORBIT';
const client = { client_id: madeUpApp.clientId, client_secret: madeUpApp.clientSecret };
const workspaces = [{ name: 'north', enterpriseId }, { name: 'south', enterpriseId }, 'apart'] as const;

/** The installed app; `told` are the events that Bolt has accepted, so their signatures were valid. */
async function openInstalled(into: string, events?: readonly string[]) {
  const told: { body: object; isEnterpriseInstall: boolean; teamId?: string; enterpriseId?: string }[] = [];
  const listen = (app: App) => {
    for (const name of ['app_uninstalled', 'tokens_revoked'] as const) {
      app.event(name, async ({ body, context: { isEnterpriseInstall, teamId, enterpriseId: organization } }) => {
        told.push({
          body,
          isEnterpriseInstall,
          ...(teamId && { teamId }),
          ...(organization && { enterpriseId: organization }),
        });
      });
    }
    app.command('/abilities', async ({ ack }) => ack('still here'));
  };
  const options = { workspaces, app: { orgDeploy: true }, ...(events && { events }) };
  const opened = await openDistributedApp<'north' | 'south' | 'apart'>(options, listen);
  const { cloud, installUrl } = opened;
  const { north, apart } = cloud.workspaces;
  const slack = into === 'apart' ? apart : north;
  await cloud.installAs(slack.people.ana, installUrl, { into });
  const web = new WebClient(slack.botToken, { slackApiUrl: cloud.apiUrl, retryConfig: { retries: 0 } });
  return { ...opened, told, slack, web };
}

describe('uninstalling', () => {
  it('revokes the token and sends the app two events', async () => {
    const { slack, told, web } = await openInstalled('apart');
    expect(await slack.uninstall()).toMatchObject([{ acked: true }, { acked: true }]);
    const bodies = told.map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies).toContainEqual(expect.objectContaining({ team_id: 'T0APART', event: { type: 'app_uninstalled' } }));
    const tokens = { oauth: [], bot: [slack.botUserId] };
    expect(bodies).toContainEqual(
      expect.objectContaining({ team_id: 'T0APART', event: { type: 'tokens_revoked', tokens } }),
    );
    expect(bodies[0]).not.toHaveProperty('authorizations');
    expect(bodies[0]).not.toHaveProperty('enterprise_id');
    await expect(web.auth.test()).rejects.toThrow('account_inactive');
    expect(slack.isInstalled()).toBe(false);
  });

  it('leaves nobody to call, and what was shown stays without an answer', async () => {
    const { slack } = await openInstalled('apart');
    const ana = slack.as(slack.people.ana);
    const before = await ana.command('list');
    await slack.uninstall();
    await expect(ana.command('list')).rejects.toThrow('The app is not installed in this workspace');
    await expect(slack.uninstall()).rejects.toThrow('The app is not installed in Apart');
    // A request in flight when the app was uninstalled still arrives, and Bolt acks it without an answer.
    expect(await slack.redeliver(before)).toMatchObject({ acked: true });
  });

  it('can be followed by another installation, under another token', async () => {
    const { cloud, installUrl, slack, web } = await openInstalled('apart');
    const before = slack.botToken;
    await slack.uninstall();
    await cloud.installAs(slack.people.ben, installUrl);
    expect(slack.botToken).not.toBe(before);
    await expect(web.auth.test()).rejects.toThrow('account_inactive');
    expect(await slack.as(slack.people.ana).command('list')).toMatchObject({ body: 'still here' });
  });

  it('of a workspace says to which organization that belongs', async () => {
    const { slack, told } = await openInstalled('north');
    await slack.uninstall();
    expect(told[0]).toMatchObject({ isEnterpriseInstall: false, teamId: 'T0NORTH', enterpriseId });
  });

  it('of an organization names no workspace', async () => {
    const { cloud, slack, told, web } = await openInstalled(enterpriseId);
    await slack.uninstall();
    expect(told).toHaveLength(2);
    for (const { body, ...context } of told) {
      // For an organization-wide installation Bolt relies on `authorizations`, and there are none.
      expect(context).toEqual({ isEnterpriseInstall: false, enterpriseId });
      expect(body).toMatchObject({ enterprise_id: enterpriseId });
      expect(body).not.toHaveProperty('team_id');
    }
    expect(cloud.workspaces.south.isInstalled()).toBe(false);
    await expect(web.auth.test()).rejects.toThrow('account_inactive');
  });

  it('is announced only to subscribed apps', async () => {
    const { slack } = await openInstalled('apart', ['app_uninstalled']);
    expect(await slack.uninstall()).toMatchObject([{ payload: { event: { type: 'app_uninstalled' } } }]);
  });
});

describe('apps.uninstall', () => {
  it('uninstalls the app at its own request', async () => {
    const { cloud, slack, told, web } = await openInstalled('apart');
    await expect(web.apps.uninstall({ ...client, client_secret: 'wrong' })).rejects.toThrow('bad_client_secret');
    expect(await web.apps.uninstall(client)).toMatchObject({ ok: true });
    await slack.waitFor(({ deliveries }) => deliveries.length === 2);
    expect(told).toHaveLength(2);
    await expect(web.apps.uninstall(client)).rejects.toThrow('account_inactive');
    expect(JSON.stringify(cloud.wire)).not.toContain(madeUpApp.clientSecret);
  });
});
