import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';

describe('installing', () => {
  let house: CloudHouse;
  beforeAll(async () => {
    house = await startCloudHouse();
  });
  afterAll(() => house.close());

  const south = () => house.cloud.workspaces.south;
  const levelOf = (line: string) => Number(/"level":(\d+)/.exec(line)?.[1]);
  const logged = (words: string) => house.logLines.filter((line) => line.includes(words)).map(levelOf);
  const errors = () => house.logLines.filter((line) => levelOf(line) >= 50);

  test('by the page, the consent screen of Slack, and back; the bot answers immediately', async () => {
    const { north } = house.cloud.workspaces;
    const { hops, ...done } = await house.install(north.people.ana);
    expect(hops.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'GET 200',
      'GET 200',
      'POST 302',
      'GET 200',
    ]);
    expect(done.body).toContain('The app is installed in North.');
    expect(done.body).toContain('<code>/abilities connect</code>');
    for (const page of [hops[0], hops[3]]) {
      expect(page?.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'referrer-policy': 'no-referrer',
      });
      expect(page?.body).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
      expect(page?.body).not.toMatch(/<script|<img|made-up-code|xox/);
    }
    await north.as(north.people.ben).command('help');
    await north.nextMessage(({ text }) => text.includes('/abilities list'));
    expect(south().transcript.messages).toEqual([]);
  });

  test('nothing of the tokens can be read in the database or the log', async () => {
    const [token = ''] = house.secrets().filter((secret) => secret.startsWith('xoxb-'));
    expect(token).toMatch(/^xoxb-/);
    const database = await house.readDatabase();
    expect([database.includes('T0NORTH'), database.includes(token)]).toEqual([true, false]);
    expect(house.logLines.join('')).not.toContain(token);
    expect(house.logLines.join('')).toContain('bot installed');
  });

  test('says that it was cancelled after Cancel', async () => {
    const cancelled = await house.install(south().people.ana, { allow: false });
    expect(cancelled).toMatchObject({
      status: 200,
      body: expect.stringContaining('You canceled the installation in Slack.'),
    });
    expect(cancelled.body).toContain('href="/slack/install"');
    expect(south().isInstalled()).toBe(false);
    expect(logged('installation canceled in Slack')).toEqual([30]);
    expect(errors()).toEqual([]);
  });

  describe('is refused', () => {
    const REFUSED = { status: 400, body: expect.stringContaining('Abilities was not installed') };
    const open = async (address: string, cookie = '') => {
      const response = await fetch(address, { headers: { cookie } });
      return { status: response.status, body: await response.text() };
    };
    /** Up to the answer from Slack, which is not followed. */
    const answered = async () => {
      const { hops } = await house.install(south().people.ana);
      const [page, , answer] = hops;
      const cookie = page?.setCookies[0]?.split(';')[0] ?? '';
      return { address: new URL(answer?.headers.location ?? ''), cookie };
    };

    test('for anybody who opens the address, and is no error in the log', async () => {
      expect(await open(new URL('/slack/oauth_redirect', house.installUrl).href)).toMatchObject(REFUSED);
      expect(logged('OAuth redirect rejected: no code')).toEqual([30]);
      expect(errors()).toEqual([]);
    });

    test('in a browser that did not begin it', async () => {
      const { address } = await answered();
      expect(await open(address.href)).toMatchObject(REFUSED);
    });

    test('with a state of another browser', async () => {
      const [mine, theirs] = [await answered(), await answered()];
      expect(await open(mine.address.href, theirs.cookie)).toMatchObject(REFUSED);
    });

    test('with a state that somebody wrote', async () => {
      const { address } = await answered();
      address.searchParams.set('state', 'made-up');
      expect(await open(address.href, 'slack-app-oauth-state=made-up')).toMatchObject(REFUSED);
    });

    test.each(['state', 'code'])('without a %s', async (name) => {
      const { address, cookie } = await answered();
      address.searchParams.delete(name);
      expect(await open(address.href, cookie)).toMatchObject(REFUSED);
    });

    test('with a state that was used, also in the browser that still has it', async () => {
      const { address, cookie } = await answered();
      const calls = () => house.cloud.wire.filter(({ name }) => name === 'oauth.v2.access').length;
      const before = calls();
      expect(await open(address.href, cookie)).toMatchObject(REFUSED);
      expect(calls()).toBe(before);
    });

    test('when Slack returns no token, which is an error in the log', async () => {
      expect(errors()).toEqual([]);
      house.cloud.faults.add({ method: 'oauth.v2.access', fault: { error: 'bad_client_secret' } });
      const refused = await house.install(south().people.ana);
      expect(refused).toMatchObject({ status: 502, body: expect.stringContaining('Slack didn&#39;t confirm') });
      expect(refused.body).not.toContain('bad_client_secret');
      expect(errors()).not.toEqual([]);
    });
  });
});
