import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Action, type PageServer, type PageState } from '@abilities-bot/local-slack/page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPagePlayground } from '../src/start-page-playground.ts';
import { builtOnce } from './built-once.ts';

const ANA = 'U0LOCALANA';
const OPS = 'C0LOCALOPS';
/** Far more than a start needs: other tests share the machine. */
const LONG_MS = 4 * 60_000;

let folder: string;
let playground: PageServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-server-'));
  playground = await startPagePlayground({ folder, port: 0, fresh: true, built: await builtOnce() });
}, LONG_MS);

afterAll(async () => {
  await playground.close();
  await rm(folder, { recursive: true, force: true });
});

const readState = async (person = ANA): Promise<PageState> =>
  (await fetch(`${playground.url}/api/state?person=${person}`)).json() as Promise<PageState>;

async function act(action: Action): Promise<unknown> {
  const response = await fetch(`${playground.url}/api/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Action.parse(action)),
  });
  return response.json();
}

/** The status of a request with a custom Host and Origin, which fetch does not allow. */
const statusWith = (headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${playground.url}/api/state`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end();
  });

describe('who may ask', () => {
  test.each([
    ['its own page', {}, 200],
    ['its own page by the other name of this machine', { host: 'localhost' }, 200],
    ['a name that somebody pointed at this machine', { host: 'evil.example' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page on another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
  ])('%s', async (_who, headers: Record<string, string>, status) => {
    const { port } = new URL(playground.url);
    const host = headers.host === 'localhost' ? `localhost:${port}` : headers.host;
    expect(await statusWith({ ...headers, ...(host ? { host } : {}) })).toBe(status);
  });

  test('nothing but the page is served', async () => {
    expect((await fetch(`${playground.url}/%2e%2e/package.json`)).status).toBe(404);
    expect((await fetch(`${playground.url}/`)).headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  test('an action that is none is refused', async () => {
    const response = await fetch(`${playground.url}/api/act`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
  });
});

test(
  'what happened is there after the next start, and --fresh forgets it',
  async () => {
    expect(await act({ do: 'say', person: ANA, channelId: OPS, threadTs: null, text: 'keep this' })).toEqual({
      ok: true,
    });
    const texts = async () => (await readState()).messages.map(({ text }) => text);
    expect(await texts()).toContain('keep this');
    await playground.close();
    playground = await startPagePlayground({ folder, port: 0, fresh: false, built: await builtOnce() });
    expect(await texts()).toContain('keep this');
    await playground.close();
    playground = await startPagePlayground({ folder, port: 0, fresh: true, built: await builtOnce() });
    expect(await texts()).toEqual([]);
  },
  LONG_MS,
);

test('a second one on the same folder says so, and --fresh takes nothing from the first', async () => {
  await act({ do: 'say', person: ANA, channelId: OPS, threadTs: null, text: 'still here' });
  await expect(startPagePlayground({ folder, port: 0, fresh: true, built: await builtOnce() })).rejects.toThrow(
    'A playground is already running in',
  );
  expect((await readState()).messages.map(({ text }) => text)).toContain('still here');
});

test(
  'a killed bot counts as killed until it takes requests again',
  async () => {
    const isKilled = async () => (await readState()).troubles.find(({ id }) => id === 'bot-killed')?.on;
    await act({ do: 'trouble', trouble: 'bot-killed', on: true });
    let started = false;
    const start = act({ do: 'trouble', trouble: 'bot-killed', on: false }).finally(() => {
      started = true;
    });
    // The bot calls Slack several times while it starts, and a page fetches the state after each.
    while (!started) {
      const killed = await isKilled();
      if (!started) expect(killed).toBe(true);
    }
    await start;
    expect(await isKilled()).toBe(false);
  },
  LONG_MS,
);

test('a lie of the service is a switch below a heading of its own', async () => {
  const readLie = async () => (await readState()).troubles.find(({ id }) => id === 'lie-delete-nothing');
  const switchOn = { id: 'lie-delete-nothing', name: 'Delete nothing', heading: 'Lies' };
  expect(await readLie()).toMatchObject({ ...switchOn, on: false });
  await act({ do: 'trouble', trouble: 'lie-delete-nothing', on: true });
  expect(await readLie()).toMatchObject({ ...switchOn, on: true });
  await act({ do: 'trouble', trouble: 'lie-delete-nothing', on: false });
  expect(await readLie()).toMatchObject({ ...switchOn, on: false });
});

test('a person acts only where they are', async () => {
  const answer = await act({ do: 'command', person: 'U0LOCALGUS', channelId: OPS, text: '' });
  expect(answer).toMatchObject({ ok: false, sentence: expect.stringMatching(/\w+/) });
});
