import { describe, expect, it } from 'vitest';
import { madeUpApp, openCloud } from './tiny-cloud.ts';

const back = 'http://127.0.0.1:9/slack/oauth_redirect';
const usual = { client_id: madeUpApp.clientId, scope: 'commands,chat:write', redirect_uri: back, state: 'a state' };
const chosen = { tenant: 'T0SOUTH', person: 'ana', decision: 'allow' };

async function openAuthorize(app: Parameters<typeof openCloud>[0]['app'] = {}, scopes?: readonly string[]) {
  const cloud = await openCloud({ workspaces: ['north', 'south'], app, ...(scopes && { scopes }) });
  const ask = async (query: Record<string, string>) => {
    const response = await fetch(`${cloud.authorizationUrl}?${new URLSearchParams(query)}`);
    return { status: response.status, type: response.headers.get('content-type'), html: await response.text() };
  };
  const answer = async (form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const response = await fetch(cloud.authorizationUrl, { method: 'POST', body, redirect: 'manual' });
    return { status: response.status, location: response.headers.get('location'), html: await response.text() };
  };
  return { cloud, ask, answer };
}

describe('the question', () => {
  it('says who asks for what, offers every workspace, and needs no script', async () => {
    const { ask } = await openAuthorize();
    const { status, type, html } = await ask(usual);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    for (const part of ['abilities asks', '<li>commands</li>', '<li>chat:write</li>', '> North<', '> South<']) {
      expect(html).toContain(part);
    }
    expect(html).toMatch(
      /<button name="decision" value="allow">Allow<.+<button name="decision" value="cancel">Cancel</,
    );
    expect(html).not.toMatch(/<script|\son\w+=/);
  });

  it('proposes the workspace that the app names', async () => {
    const { ask } = await openAuthorize();
    expect((await ask(usual)).html).toContain('value="T0NORTH" checked');
    expect((await ask({ ...usual, team: 'T0SOUTH' })).html).toContain('value="T0SOUTH" checked');
  });

  it('shows what the app sent as text', async () => {
    const { ask } = await openAuthorize();
    const { html } = await ask({ ...usual, state: '"><b>&', scope: '<i>' });
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;&amp;"');
    expect(html).not.toMatch(/<[bi]>/);
  });

  it.each([
    ['another client ID', { client_id: '3.4' }, 'invalid_client_id'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['a scope that the app does not declare', { scope: 'commands,users:read' }, 'does not declare users:read'],
    ['scopes of users', { user_scope: 'search:read' }, 'not to users'],
    ['an address that is not registered', { redirect_uri: 'http://127.0.0.1:9/elsewhere' }, 'bad_redirect_uri'],
    ['no web address', { redirect_uri: 'javascript:alert(1)' }, 'bad_redirect_uri'],
  ])('is not asked for %s', async (_, change, problem) => {
    const { ask, answer } = await openAuthorize({ redirectUris: [back] }, ['commands', 'chat:write']);
    const refused = { status: 400, html: expect.stringContaining(problem) };
    expect(await ask({ ...usual, ...change })).toMatchObject(refused);
    expect(await answer({ ...usual, ...chosen, ...change })).toMatchObject({ ...refused, location: null });
  });
});

describe('the answer', () => {
  it('leads back with a code and the state', async () => {
    const { answer } = await openAuthorize({ redirectUris: [back] });
    const { status, location } = await answer({ ...usual, redirect_uri: `${back}/deep?kept=1`, ...chosen });
    const { origin, pathname, searchParams } = new URL(location ?? '');
    expect([status, origin + pathname]).toEqual([302, `${back}/deep`]);
    expect(Object.fromEntries(searchParams)).toEqual({
      kept: '1',
      state: 'a state',
      code: expect.stringMatching(/^made-up-code-/),
    });
  });

  it('leads back with the refusal and the state', async () => {
    const { answer } = await openAuthorize();
    const { location } = await answer({ ...usual, ...chosen, decision: 'cancel' });
    expect(location).toBe(`${back}?error=access_denied&state=a+state`);
  });

  it('leads to the first registered address where the app named none', async () => {
    const { cloud, answer } = await openAuthorize();
    const { redirect_uri: _, ...bare } = usual;
    expect(await answer({ ...bare, ...chosen })).toMatchObject({ status: 400, location: null });
    cloud.setRedirectUris([back]);
    expect((await answer({ ...bare, ...chosen })).location).toContain(`${back}?code=`);
  });

  it.each([
    ['a workspace that is not there', { tenant: 'T0WEST' }, 'cannot be installed there'],
    ['somebody who is not there', { person: 'zoe' }, 'zoe is not in South'],
    ['no decision', { decision: '' }, 'incomplete'],
  ])('is not taken for %s', async (_, change, problem) => {
    const { answer } = await openAuthorize();
    const refused = await answer({ ...usual, ...chosen, ...change });
    expect(refused).toMatchObject({ status: 400, location: null, html: expect.stringContaining(problem) });
  });
});
