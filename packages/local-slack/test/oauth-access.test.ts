import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { OAuthApp } from '../src/cloud/start-local-slack-cloud.ts';
import { madeUpApp, openCloud } from './tiny-cloud.ts';

const back = 'http://127.0.0.1:9/slack/oauth_redirect';
const client = { client_id: madeUpApp.clientId, client_secret: madeUpApp.clientSecret };
const minute = 60_000;

async function openOAuth(app: Partial<OAuthApp> = {}) {
  let clock = 1_800_000_000_000;
  const cloud = await openCloud({ workspaces: ['north', 'south'], app, now: () => clock });
  /** A new code for the workspace, as the browser passes it to the app. */
  const allow = async (tenant = 'T0NORTH') => {
    const body = new URLSearchParams({
      client_id: madeUpApp.clientId,
      scope: 'commands,chat:write',
      redirect_uri: back,
      tenant,
      person: 'ana',
      decision: 'allow',
    });
    const response = await fetch(cloud.authorizationUrl, { method: 'POST', body, redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const access = async (args: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(args);
    const response = await fetch(`${cloud.apiUrl}oauth.v2.access`, { method: 'POST', body, headers });
    return (await response.json()) as Record<string, unknown>;
  };
  const install = async () => access({ ...client, code: await allow(), redirect_uri: back });
  const test = (token: unknown) => {
    const web = new WebClient(String(token), { slackApiUrl: cloud.apiUrl, retryConfig: { retries: 0 } });
    return web.auth.test();
  };
  const wait = (ms: number) => {
    clock += ms;
  };
  return { cloud, allow, access, install, test, wait };
}

describe('oauth.v2.access', () => {
  it('answers in the shape of Slack', async () => {
    const { cloud, install } = await openOAuth();
    const answer = await install();
    expect(answer).toEqual({
      ok: true,
      app_id: cloud.appId,
      token_type: 'bot',
      scope: 'commands,chat:write',
      access_token: cloud.workspaces.north.botToken,
      bot_user_id: 'U0NORTHBOT',
      team: { id: 'T0NORTH', name: 'North' },
      enterprise: null,
      is_enterprise_install: false,
      authed_user: { id: 'U0NORTHANA' },
    });
  });

  it('hands out a token that says whose it is', async () => {
    const { install, test } = await openOAuth();
    const answer = await test((await install()).access_token);
    expect(answer).toMatchObject({ team_id: 'T0NORTH', team: 'North', user_id: 'U0NORTHBOT', bot_id: 'B0NORTHBOT' });
    expect(answer).toMatchObject({ is_enterprise_install: false, url: 'https://north.slack.com/' });
    expect(answer.response_metadata?.scopes).toEqual(['commands', 'chat:write']);
  });

  it('takes the credentials in a Basic header too', async () => {
    const { allow, access } = await openOAuth();
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${madeUpApp.clientId}:${secret}`).toString('base64')}`,
    });
    const args = { code: await allow(), redirect_uri: back };
    expect(await access(args, basic('wrong'))).toEqual({ ok: false, error: 'bad_client_secret' });
    expect(await access(args, basic(madeUpApp.clientSecret))).toMatchObject({ ok: true });
  });

  it.each([
    ['another client', { client_id: '3.4' }, 'invalid_client_id'],
    ['a wrong secret', { client_secret: 'wrong' }, 'bad_client_secret'],
    ['an unknown code', { code: 'unknown' }, 'invalid_code'],
    ['another address', { redirect_uri: `${back}/other` }, 'bad_redirect_uri'],
    ['no address where one was given', { redirect_uri: '' }, 'bad_redirect_uri'],
    ['another grant', { grant_type: 'password' }, 'invalid_grant_type'],
    ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: '' }, 'invalid_refresh_token'],
  ])('refuses %s', async (_, change, error) => {
    const { cloud, allow, access } = await openOAuth();
    const answer = await access({ ...client, code: await allow(), redirect_uri: back, ...change });
    expect(answer).toEqual({ ok: false, error });
    expect(cloud.workspaces.north.isInstalled()).toBe(false);
  });

  it('takes a code once, and within ten minutes', async () => {
    const { allow, access, wait } = await openOAuth();
    const [first, second] = [await allow(), await allow()];
    expect(await access({ ...client, code: first, redirect_uri: back })).toMatchObject({ ok: true });
    expect(await access({ ...client, code: first, redirect_uri: back })).toMatchObject({ error: 'code_already_used' });
    wait(10 * minute + 1);
    expect(await access({ ...client, code: second, redirect_uri: back })).toMatchObject({ error: 'invalid_code' });
  });

  it('leaves no secret on the wire', async () => {
    const { cloud, install } = await openOAuth({ tokenRotation: true });
    const { access_token, refresh_token } = await install();
    const wire = JSON.stringify(cloud.wire);
    expect(wire).toContain('oauth.v2.access');
    for (const secret of [access_token, refresh_token, madeUpApp.clientSecret, 'made-up']) {
      expect(wire).not.toContain(secret);
    }
  });

  it('can be made to fail', async () => {
    const { cloud, install } = await openOAuth();
    cloud.faults.add({ method: 'oauth.v2.access', fault: { error: 'internal_error' } });
    expect(await install()).toEqual({ ok: false, error: 'internal_error' });
    expect(await install()).toMatchObject({ ok: true });
  });
});

describe('token rotation', () => {
  const refresh = (refreshToken: unknown) => ({
    ...client,
    grant_type: 'refresh_token',
    refresh_token: String(refreshToken),
  });

  it('gives pairs of tokens, of which only the latest is good', async () => {
    const { access, install, test } = await openOAuth({ tokenRotation: true });
    const first = await install();
    expect(first).toMatchObject({
      access_token: expect.stringMatching(/^xoxe\.xoxb-made-up-/),
      token_type: 'bot',
      expires_in: 43_200,
      refresh_token: expect.stringMatching(/^xoxe-made-up-/),
    });
    const second = await access(refresh(first.refresh_token));
    expect(second).toMatchObject({ ok: true, token_type: 'bot', expires_in: 43_200, team: { id: 'T0NORTH' } });
    expect(second).not.toHaveProperty('authed_user');
    expect(await access(refresh(first.refresh_token))).toMatchObject({ error: 'invalid_refresh_token' });
    await expect(test(first.access_token)).rejects.toThrow('invalid_auth');
    expect(await test(second.access_token)).toMatchObject({ ok: true });
  });

  it('expires a token after its lifetime', async () => {
    const { access, install, test, wait } = await openOAuth({ tokenRotation: true });
    const { access_token, refresh_token } = await install();
    wait(43_199_999);
    await test(access_token);
    wait(1);
    await expect(test(access_token)).rejects.toThrow('token_expired');
    await test((await access(refresh(refresh_token))).access_token);
  });

  it('expires only the token that a test asks for', async () => {
    const { cloud, install, test, allow, access } = await openOAuth({ tokenRotation: true });
    const { access_token } = await install();
    const south = await access({ ...client, code: await allow('T0SOUTH'), redirect_uri: back });
    cloud.expireTokens('T0NORTH');
    await expect(test(access_token)).rejects.toThrow('token_expired');
    await test(south.access_token);
    expect(() => cloud.expireTokens('T0WEST')).toThrow('No expiring token');
  });
});
