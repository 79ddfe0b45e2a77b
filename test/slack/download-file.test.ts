import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PackageProblemError } from '../../src/ability-package/package-problem-error.ts';
import { type Download, downloadFile } from '../../src/slack/files/download-file.ts';
import { Spool } from '../../src/slack/files/spool.ts';
import { closeServers, listen } from './hostile-server.ts';

const TOKEN = 'xoxb-local-made-up';
const MIB = 1024 * 1024;

let spool: string;
beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'abilities-download-'));
});
afterAll(() => rm(spool, { recursive: true }));
afterEach(async () => {
  closeServers();
  // Whatever happened: the folder that was lent is gone, and the file with it.
  expect(await readdir(spool)).toEqual([]);
});

interface Fetched {
  /** What was thrown, in words; null when the file is there. */
  problem: string | null;
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
    timeoutMs: 10_000,
    onPercent: (percent) => percents.push(percent),
    ...more,
  };
  return new Spool(spool).lend(async (folder) => {
    const file = join(folder, 'package.zip');
    try {
      await downloadFile(download, file);
      return { problem: null, bytes: await readFile(file), mode: (await stat(file)).mode & 0o777, percents };
    } catch (error) {
      if (!(error instanceof PackageProblemError)) throw error;
      return { problem: error.sentence, bytes: null, mode: null, percents };
    }
  });
}

const zip = (response: ServerResponse, bytes: Buffer | string) =>
  response.writeHead(200, { 'content-type': 'application/zip' }).end(bytes);

/** One server that stands for Slack, answering by path. */
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

test.each(['text/html; charset=utf-8', 'Text/HTML'])('the login page (%s) is told as what it is', async (type) => {
  const { origin } = await slack({
    '/f': (_request, response) => response.writeHead(200, { 'content-type': type }).end('<!DOCTYPE html>'),
  });
  expect((await fetchFrom(origin, '/f')).problem).toMatch(/^Slack showed its login page .*files:read/);
});

test.each([
  ['short', 9],
  ['long', 11],
])('a file that is %s of what Slack said is not used', async (_name, sent) => {
  const { origin } = await slack({ '/f': (_request, response) => zip(response, Buffer.alloc(sent)) });
  const { problem } = await fetchFrom(origin, '/f', { size: 10 });
  expect(problem).toBe(`Slack sent ${sent} bytes of a file of 10. Try again.`);
});

test('an empty file is no success when Slack said that it has a size', async () => {
  const { origin } = await slack({ '/f': (_request, response) => zip(response, '') });
  expect((await fetchFrom(origin, '/f', { size: 10 })).problem).toBe('Slack sent 0 bytes of a file of 10. Try again.');
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
      // Sends as long as somebody reads.
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', send);
      send();
    },
  });
  const { problem, percents } = await fetchFrom(origin, '/f', { size: 100, maxBytes: 1000 });
  expect(problem).toBe('The file is larger than the 1 kB that are taken.');
  expect(percents).toEqual([]);
  await hungUp;
});

test('a redirect to another host is not followed: no request arrives there', async () => {
  const other = await listen((_request, response) => zip(response, 'PK'));
  const { origin, arrived } = await slack({ '/f': redirectTo(`${other.origin}/f`) });
  expect((await fetchFrom(origin, '/f')).problem).toBe(
    'The file is not kept on a host of Slack, so it is not fetched.',
  );
  expect(arrived).toHaveLength(1);
  expect(other.arrived).toEqual([]);
});

test('an address on another host is not even tried', async () => {
  const other = await listen((_request, response) => zip(response, 'PK'));
  const { origin } = await slack({});
  const { problem } = await fetchFrom(origin, '/f', { url: `${other.origin}/f` });
  expect(problem).toBe('The file is not kept on a host of Slack, so it is not fetched.');
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

test('a loop of redirects ends', async () => {
  const { origin, arrived } = await slack({ '/f': redirectTo('/f') });
  expect((await fetchFrom(origin, '/f')).problem).toMatch(/^Slack sent the download from address to address/);
  expect(arrived).toHaveLength(4);
});

test.each(['http://[', 'https://user:password@'])('a redirect to what is no address (%s) is told', async (location) => {
  const { origin } = await slack({ '/f': redirectTo(location) });
  expect((await fetchFrom(origin, '/f')).problem).toMatch(/^Slack sent the download from address to address/);
});

test.each([404, 403, 500, 304])('status %d is told', async (status) => {
  const { origin } = await slack({ '/f': (_request, response) => response.writeHead(status).end() });
  expect((await fetchFrom(origin, '/f')).problem).toBe(
    `Slack did not give the file (status ${status}). It may have been deleted.`,
  );
});

test('a connection that is cut before the answer is told', async () => {
  const { origin } = await slack({ '/f': (request) => void request.socket.resetAndDestroy() });
  expect((await fetchFrom(origin, '/f')).problem).toBe(
    'The file could not be fetched from Slack. Try again in a minute.',
  );
});

test('a connection that is cut in the middle is told', async () => {
  const { origin } = await slack({
    '/f': (request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': '1000' });
      response.write('PK', () => request.socket.resetAndDestroy());
    },
  });
  const { problem } = await fetchFrom(origin, '/f', { size: 1000 });
  expect(problem).toMatch(/^The file could not be (fetched from Slack|read from Slack to its end)\. Try again/);
});

test('a file that never comes ends after the time that was given', async () => {
  const { origin } = await slack({ '/f': () => undefined });
  expect((await fetchFrom(origin, '/f', { timeoutMs: 50 })).problem).toMatch(/^The file could not be fetched/);
});

test('a file that stops coming ends after the time that was given', async () => {
  const { origin } = await slack({
    '/f': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      response.write('PK');
    },
  });
  // Long enough for the first bytes on a busy machine; the rest never comes.
  expect((await fetchFrom(origin, '/f', { size: 10, timeoutMs: 1000 })).problem).toMatch(/^The file could not be read/);
});
