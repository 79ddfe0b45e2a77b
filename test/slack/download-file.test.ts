import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PackageProblemError } from '@abilities-bot/ability-zip';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Download, downloadFile } from '../../src/slack/files/download.ts';
import { FileUnavailableError } from '../../src/uploads/ports.ts';
import { Spool } from '../../src/uploads/spool.ts';
import { closeServers, listen } from './hostile-server.ts';
import { standForTheInternet } from './stand-for-the-internet.ts';

const TOKEN = 'xoxb-local-made-up';
const MIB = 1024 * 1024;

let spool: string;
beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'abilities-download-'));
});
afterAll(() => rm(spool, { recursive: true }));
afterEach(async () => {
  closeServers();
  // In every case the temporary folder is gone, and the file with it.
  expect(await readdir(spool)).toEqual([]);
});

interface Fetched {
  /** The message of the error about the file; null if the file was downloaded. */
  problem: string | null;
  /** The message of the error that Slack is unavailable, which is retried later. */
  unavailable: string | null;
  bytes: Buffer | null;
  mode: number | null;
  percents: number[];
}

/** Downloads from `url` as a bot whose SLACK_API_URL is `origin`. */
function fetchFrom(origin: string, path: string, more: Partial<Download> = {}): Promise<Fetched> {
  const percents: number[] = [];
  const download: Download = {
    url: `${origin}${path}`,
    size: null,
    maxBytes: MIB,
    token: TOKEN,
    apiUrl: `${origin}/api/`,
    signal: new AbortController().signal,
    onPercent: (percent) => percents.push(percent),
    ...more,
  };
  return new Spool(spool, MIB).lend(async (folder) => {
    const file = join(folder.path, 'package.zip');
    const fetched: Fetched = { problem: null, unavailable: null, bytes: null, mode: null, percents };
    try {
      await downloadFile(download, file);
      return { ...fetched, bytes: await readFile(file), mode: (await stat(file)).mode & 0o777 };
    } catch (error) {
      // A retry in the same folder must not mistake half a file for the file.
      expect(await readdir(folder.path)).toEqual([]);
      if (error instanceof PackageProblemError) return { ...fetched, problem: error.sentence };
      if (error instanceof FileUnavailableError) return { ...fetched, unavailable: error.message };
      throw error;
    }
  });
}

const zip = (response: ServerResponse, bytes: Buffer | string) =>
  response.writeHead(200, { 'content-type': 'application/zip' }).end(bytes);

/** A server in place of Slack, with a response for each path. */
const slack = (paths: Record<string, RequestListener>) =>
  listen((request, response) => {
    const answer = paths[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });

const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

test('a file arrives byte for byte, for the owner alone, with the token', async () => {
  const { origin, arrived } = await slack({ '/f': (_request, response) => zip(response, 'PK made up') });
  const { bytes, mode, percents } = await fetchFrom(origin, '/f', { size: 10 });
  expect(bytes?.toString()).toBe('PK made up');
  expect(mode).toBe(0o600);
  expect(percents.at(-1)).toBe(100);
  expect(arrived[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

test.each(['text/html; charset=utf-8', 'Text/HTML'])('the login page (%s) is reported as such', async (type) => {
  const { origin } = await slack({
    '/f': (_request, response) => response.writeHead(200, { 'content-type': type }).end('<!DOCTYPE html>'),
  });
  expect((await fetchFrom(origin, '/f')).problem).toMatch(/^I can't download this file\. .*files:read/);
});

test.each([
  ['short', 9],
  ['long', 11],
])('a file that is %s of what Slack said is not used', async (_name, sent) => {
  const { origin } = await slack({ '/f': (_request, response) => zip(response, Buffer.alloc(sent)) });
  const { unavailable } = await fetchFrom(origin, '/f', { size: 10 });
  expect(unavailable).toBe(`Slack sent ${sent} bytes, but the file has 10.`);
});

test('an empty file is no success when Slack said that it has a size', async () => {
  const { origin } = await slack({ '/f': (_request, response) => zip(response, '') });
  expect((await fetchFrom(origin, '/f', { size: 10 })).unavailable).toBe('Slack sent 0 bytes, but the file has 10.');
});

test('reading stops at the limit, however much is sent', async () => {
  let closed = () => {};
  const hungUp = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { origin } = await slack({
    '/f': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      response.on('close', () => closed());
      // Sends until the reader stops.
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', send);
      send();
    },
  });
  const { problem, percents } = await fetchFrom(origin, '/f', { size: 100, maxBytes: 1000 });
  expect(problem).toBe('The file is over the limit of 1 kB. Upload a smaller one.');
  expect(percents).toEqual([]);
  await hungUp;
});

test('a redirect to another host is not followed: no request arrives there', async () => {
  const other = await listen((_request, response) => zip(response, 'PK'));
  const { origin, arrived } = await slack({ '/f': redirectTo(`${other.origin}/f`) });
  expect((await fetchFrom(origin, '/f')).problem).toBe(
    "The file isn't stored in Slack, so I can't read it. Download it and upload the file itself.",
  );
  expect(arrived).toHaveLength(1);
  expect(other.arrived).toEqual([]);
});

test('an address on another host is not even tried', async () => {
  const other = await listen((_request, response) => zip(response, 'PK'));
  const { origin } = await slack({});
  const { problem } = await fetchFrom(origin, '/f', { url: `${other.origin}/f` });
  expect(problem).toBe("The file isn't stored in Slack, so I can't read it. Download it and upload the file itself.");
  expect(other.arrived).toEqual([]);
});

test('three hops are followed, each with the token, relative ones too', async () => {
  const { origin, arrived } = await slack({
    '/1': redirectTo('/2'),
    '/2': redirectTo('3'),
    '/3': redirectTo('4?x=1#y'),
    '/4?x=1': (_request, response) => zip(response, 'PK'),
  });
  expect((await fetchFrom(origin, '/1')).bytes?.toString()).toBe('PK');
  expect(arrived.map(({ path }) => path)).toEqual(['/1', '/2', '/3', '/4?x=1']);
  expect(new Set(arrived.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${TOKEN}`]));
});

test('the token goes to slack.com and its subdomains only, over redirects too', async () => {
  const { visited, restore } = await standForTheInternet({
    'files.slack.com': redirectTo('https://downloads.slack-edge.com/f'),
    'downloads.slack-edge.com': redirectTo('https://slack.com/f'),
    'slack.com': redirectTo('https://slack-files.slack-edge.com/f'),
    'slack-files.slack-edge.com': (_request, response) => zip(response, 'PK'),
  });
  try {
    const { bytes } = await fetchFrom('https://files.slack.com', '/f', { apiUrl: null });
    expect(bytes?.toString()).toBe('PK');
  } finally {
    restore();
  }
  expect(visited()).toEqual([
    ['files.slack.com', `Bearer ${TOKEN}`],
    ['downloads.slack-edge.com', undefined],
    ['slack.com', `Bearer ${TOKEN}`],
    ['slack-files.slack-edge.com', undefined],
  ]);
});

test('a redirect from Slack to a host that only looks like it is not followed', async () => {
  const { visited, restore } = await standForTheInternet({
    'files.slack.com': redirectTo('https://slack.com.example.com/f'),
    'slack.com.example.com': (_request, response) => zip(response, 'PK'),
  });
  try {
    const { problem } = await fetchFrom('https://files.slack.com', '/f', { apiUrl: null });
    expect(problem).toBe("The file isn't stored in Slack, so I can't read it. Download it and upload the file itself.");
  } finally {
    restore();
  }
  expect(visited().map(([host]) => host)).toEqual(['files.slack.com']);
});

test('a loop of redirects ends', async () => {
  const { origin, arrived } = await slack({ '/f': redirectTo('/f') });
  expect((await fetchFrom(origin, '/f')).problem).toMatch(/^Slack redirected the download too many times/);
  expect(arrived).toHaveLength(4);
});

test.each(['http://[', 'https://user:password@'])('a redirect to no valid URL (%s) is reported', async (location) => {
  const { origin } = await slack({ '/f': redirectTo(location) });
  expect((await fetchFrom(origin, '/f')).problem).toMatch(/^Slack redirected the download too many times/);
});

test.each([404, 403, 410, 304])('status %d is reported: the file is not available', async (status) => {
  const { origin } = await slack({ '/f': (_request, response) => response.writeHead(status).end() });
  expect((await fetchFrom(origin, '/f')).problem).toBe(
    `Slack didn't return the file (status ${status}). It may have been deleted. Upload it again.`,
  );
});

describe('what may pass is to be tried again later, with the reason', () => {
  test.each([500, 502, 503, 429])('status %d', async (status) => {
    const { origin } = await slack({ '/f': (_request, response) => response.writeHead(status).end() });
    expect((await fetchFrom(origin, '/f')).unavailable).toBe(`Slack didn't return the file (status ${status}).`);
  });

  test('a connection that is cut before the answer', async () => {
    const { origin } = await slack({ '/f': (request) => void request.socket.resetAndDestroy() });
    expect((await fetchFrom(origin, '/f')).unavailable).toBe("I couldn't download the file from Slack.");
  });

  test('a connection that is refused', async () => {
    const { origin } = await slack({});
    closeServers();
    expect((await fetchFrom(origin, '/f')).unavailable).toBe("I couldn't download the file from Slack.");
  });

  test('a connection that is cut in the middle', async () => {
    const { origin } = await slack({
      '/f': (request, response) => {
        response.writeHead(200, { 'content-type': 'application/zip', 'content-length': '1000' });
        response.write('PK', () => request.socket.resetAndDestroy());
      },
    });
    const { unavailable } = await fetchFrom(origin, '/f', { size: 1000 });
    expect(unavailable).toMatch(
      /^(I couldn.t download the file from Slack|The download from Slack was interrupted)\.$/,
    );
  });
});

describe('a download that is called off throws what it was called off with', () => {
  const reason = new Error('nobody wants it any more');

  test('before it began, and nothing is asked', async () => {
    const { origin, arrived } = await slack({ '/f': (_request, response) => zip(response, 'PK') });
    await expect(fetchFrom(origin, '/f', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(arrived).toEqual([]);
  });

  test('while no answer has come', async () => {
    const call = new AbortController();
    const { origin } = await slack({ '/f': () => call.abort(reason) });
    await expect(fetchFrom(origin, '/f', { signal: call.signal })).rejects.toBe(reason);
  });

  test('in the middle of the file', async () => {
    const call = new AbortController();
    const { origin } = await slack({
      '/f': (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/zip' });
        response.write('PK');
      },
    });
    const onPercent = () => call.abort(reason);
    await expect(fetchFrom(origin, '/f', { size: 10, signal: call.signal, onPercent })).rejects.toBe(reason);
  });

  test('by a deadline: a TimeoutError', async () => {
    const { origin } = await slack({ '/f': () => undefined });
    const late = fetchFrom(origin, '/f', { signal: AbortSignal.timeout(50) });
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
