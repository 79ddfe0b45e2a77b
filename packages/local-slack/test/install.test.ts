import { describe, expect, it } from 'vitest';
import type { Hop } from '../src/cloud/start-local-slack-cloud.ts';
import { openDistributedApp, scopes } from './tiny-cloud.ts';

const two = { workspaces: ['north', 'south'] } as const;
const parameterOf = (hop: Hop | undefined, name: string) => new URL(hop?.url ?? '').searchParams.get(name);

describe('installing a Bolt app', () => {
  it.each([false, true])('ends with its token kept by the app, with directInstall %s', async (directInstall) => {
    const { cloud, installUrl, kept } = await openDistributedApp(two, () => {}, { directInstall });
    const { north, south } = cloud.workspaces;
    const done = await cloud.installAs(north.people.ana, installUrl);
    expect(done).toMatchObject({ status: 200, body: expect.stringContaining('slack://app?team=T0NORTH') });
    expect(kept.get('T0NORTH')).toMatchObject({
      team: { id: 'T0NORTH', name: 'North' },
      isEnterpriseInstall: false,
      user: { id: 'U0NORTHANA' },
      appId: cloud.appId,
      bot: { token: north.botToken, userId: 'U0NORTHBOT', id: 'B0NORTHBOT', scopes },
    });
    expect(north.botToken).toMatch(/^xoxb-made-up-t0north-[0-9a-f]+$/);
    expect([north.isInstalled(), south.isInstalled()]).toEqual([true, false]);
    expect(() => south.botToken).toThrow('The app is not installed in South');
  });

  it('goes by the page of the app, the question, and back with the state of this browser', async () => {
    const { cloud, installUrl } = await openDistributedApp(two);
    const { hops } = await cloud.installAs(cloud.workspaces.south.people.ben, installUrl);
    const [page, question, answer, back] = hops;
    expect(hops.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'GET 200',
      'GET 200',
      'POST 302',
      'GET 200',
    ]);
    const state = parameterOf(question, 'state');
    expect(page?.setCookies).toEqual([expect.stringContaining(`slack-app-oauth-state=${state};`)]);
    expect(answer?.headers.location).toBe(back?.url);
    expect(parameterOf(back, 'state')).toBe(state);
    expect(parameterOf(back, 'code')).toMatch(/^made-up-code-/);
    expect(back?.setCookies).toEqual([expect.stringContaining('slack-app-oauth-state=deleted')]);
  });

  it('is over when the person cancels', async () => {
    const { cloud, installUrl, kept } = await openDistributedApp(two);
    const { north } = cloud.workspaces;
    const cancelled = await cloud.installAs(north.people.ana, installUrl, { allow: false });
    expect(cancelled.status).toBe(500);
    expect(parameterOf(cancelled, 'error')).toBe('access_denied');
    expect(parameterOf(cancelled, 'state')).toBe(parameterOf(cancelled.hops[1], 'state'));
    expect([kept.size, north.isInstalled()]).toEqual([0, false]);
  });

  it('is refused by the app in a browser that did not begin it', async () => {
    const { cloud, installUrl, kept } = await openDistributedApp(two);
    const { hops } = await cloud.installAs(cloud.workspaces.north.people.ana, installUrl);
    kept.clear();
    const elsewhere = await fetch(hops.at(-1)?.url ?? '');
    expect([elsewhere.status, kept.size]).toEqual([400, 0]);
  });

  it('stores each workspace under its own token', async () => {
    const { cloud, installUrl, kept } = await openDistributedApp(two);
    const { north, south } = cloud.workspaces;
    await cloud.installAs(north.people.ana, installUrl);
    await cloud.installAs(south.people.ana, installUrl);
    expect([...kept.keys()]).toEqual(['T0NORTH', 'T0SOUTH']);
    expect(north.botToken).not.toBe(south.botToken);
  });

  it('keeps the token when it is done again', async () => {
    const { cloud, installUrl } = await openDistributedApp(two);
    const { north } = cloud.workspaces;
    await cloud.installAs(north.people.ana, installUrl);
    const before = north.botToken;
    await cloud.installAs(north.people.ben, installUrl);
    expect(north.botToken).toBe(before);
  });

  it('asks about any workspace, and there the people of that workspace', async () => {
    const { cloud, installUrl, kept } = await openDistributedApp(two);
    const { north, south } = cloud.workspaces;
    await cloud.installAs(north.people.ben, installUrl, { into: 'south' });
    expect(kept.get('T0SOUTH')?.user.id).toBe(south.people.ben.id);
    const nowhere = cloud.installAs(north.people.ben, installUrl, { into: 'west' });
    await expect(nowhere).rejects.toThrow('ben cannot install the app in west');
  });

  it('is not for guests', async () => {
    const { cloud, installUrl, kept } = await openDistributedApp(two);
    const refused = await cloud.installAs(cloud.workspaces.north.people.gus, installUrl);
    expect(refused).toMatchObject({
      status: 400,
      body: expect.stringContaining('gus is not allowed to install apps in North.'),
    });
    expect(kept.size).toBe(0);
  });
});
