import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AbilityId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { zipOf } from '../../packages/local-service/test/upload-form.ts';
import { makeFolder } from '../make-folder.ts';
import { catchServiceError } from './catch-service-error.ts';
import {
  cutChunks,
  cutFile,
  empty,
  endless,
  endlessZip,
  file,
  html,
  json,
  redirect,
  reset,
  silent,
  stalledFile,
  text,
  unannounced,
} from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
let folder: string;
beforeEach(async () => {
  server = await startHostileServer();
  folder = await makeFolder();
});
afterEach(() => server.close());

const weather = AbilityId.parse(6403);
const zip = await zipOf({ 'main.py': 'print("weather")\n', '__init__.py': '', 'notes.txt': 'sun '.repeat(2_000) });
const MAX_BYTES = 1024 * 1024;

interface Changes {
  /** Whether its time is up as soon as the service stalls. */
  expires?: boolean;
  maxBytes?: number;
  signal?: AbortSignal;
}
const pathOf = () => join(folder, 'old.zip');
const download = ({ expires = false, maxBytes = MAX_BYTES, signal }: Changes = {}) => {
  const { client, expire } = createTestClient(server.baseUrl);
  if (expires) server.onStall = expire;
  return client.downloadPackage(weather, pathOf(), maxBytes, { signal });
};

test('writes the package to a new file that only its owner can read', async () => {
  server.script(file(zip));
  const { client, calls } = createTestClient(server.baseUrl);
  expect(await client.downloadPackage(weather, pathOf(), MAX_BYTES)).toBe(true);
  expect(await readFile(pathOf())).toEqual(zip);
  expect((await stat(pathOf())).mode & 0o777).toBe(0o600);
  expect(server.seen).toMatchObject([
    { method: 'GET', url: '/api/capabilities/get/template-file/6403/', headers: { accept: '*/*' } },
  ]);
  expect(calls).toMatchObject([{ endpoint: 'download package', status: 200, outcome: 'ok' }]);
});

test.each([
  ['a type with parameters', file(zip, 'Application/ZIP; charset=binary')],
  ['the type of any file', file(zip, 'application/octet-stream')],
  ['no type', (response) => response.end(zip)],
  ['a compressed transfer', file(gzipSync(zip), 'application/zip', { 'content-encoding': 'gzip' })],
  ['no announced length', unannounced(zip)],
  [
    'single bytes',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      for (const byte of zip) response.write(Buffer.from([byte]));
      response.end();
    },
  ],
] satisfies [string, Parameters<HostileServer['script']>[0]][])('takes a package with %s', async (_what, answer) => {
  server.script(answer);
  expect(await download()).toBe(true);
  expect(await readFile(pathOf())).toEqual(zip);
});

test('takes a package of exactly the most bytes, and a zip with a comment', async () => {
  const comment = Buffer.from('made up');
  const end = Buffer.from(zip);
  end.writeUInt16LE(comment.length, end.length - 2);
  const commented = Buffer.concat([end, comment]);
  server.script(file(commented));
  expect(await download({ maxBytes: commented.length })).toBe(true);
});

test.each([
  ['a 404', json(404, { detail: 'This Ability has no package.' })],
  ['a 404 as a web page', html(404)],
  ['a 404 as a zip', (response) => response.writeHead(404, { 'content-type': 'application/zip' }).end(zip)],
  ['a 405', json(405, {})],
  ['a 400', json(400, { detail: 'No.' })],
  ['a 401', json(401, { detail: 'No.' })],
  ['a 403 as a web page', html(403)],
  ['a redirect', redirect('/elsewhere/')],
  ['a redirect that keeps the method', redirect('/elsewhere/', 307)],
  ['a login page', html(200)],
  ['a login page said to be a zip', file(Buffer.from('<!doctype html>'), 'application/zip')],
  ['a zip said to be a web page', file(zip, 'text/html')],
  ['JSON', json(200, { url: 'https://files.example/old.zip' })],
  ['no content', empty(204)],
  ['an empty body', file(Buffer.alloc(0))],
  ['fewer bytes than a zip begins with', file(Buffer.from('PK\x03'))],
  ['a zip without entries', file(Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`))],
  ['text', text(200, 'OK')],
] satisfies [string, Parameters<HostileServer['script']>[0]][])(
  '%s is no package: asked once, no file',
  async (_answer, answer) => {
    server.script(answer);
    expect(await download()).toBe(false);
    expect(server.seen).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  },
);

const half = zip.subarray(0, zip.length / 2);
test.each([
  ['cut short of its length', cutFile(half, zip.length), { reason: 'network', status: 200 }],
  ['cut between chunks', cutChunks(half), { reason: 'network', status: 200 }],
  ['cut where nobody announced its length', unannounced(half), { reason: 'network', status: 200 }],
  ['cut inside its last record', unannounced(zip.subarray(0, -1)), { reason: 'network', status: 200 }],
  ['that stalls', stalledFile(half), { reason: 'timeout', status: 200 }],
  ['that is all there but does not end', stalledFile(zip), { reason: 'timeout', status: 200 }],
  ['never answered', silent, { reason: 'timeout', status: null }],
  ['reset', reset, { reason: 'network', status: null, code: 'ECONNRESET' }],
  ['refused by a 5xx', json(503, { detail: 'Later.' }), { reason: 'server-error', status: 503, detail: 'Later.' }],
  ['refused by a web page', html(502), { reason: 'server-error', status: 502 }],
])('a download %s is unavailable and leaves no file', async (_trouble, answer, facts) => {
  server.script(answer, answer, answer);
  const error = await catchServiceError(download({ expires: true }));
  expect(error).toMatchObject({ kind: 'unavailable', endpoint: 'download package', ...facts });
  expect(await readdir(folder)).toEqual([]);
});

test('a cut download is begun again, from its first byte', async () => {
  server.script(cutFile(half, zip.length), unannounced(half), file(zip));
  expect(await download()).toBe(true);
  expect(await readFile(pathOf())).toEqual(zip);
});

test('has the time of an upload, not that of a read', async () => {
  server.script(json(503, {}), file(zip));
  const limits = { timeoutMs: 1, readBudgetMs: 1, uploadTimeoutMs: 120_000 };
  const { client, patience } = createTestClient(server.baseUrl, limits);
  expect(await client.downloadPackage(weather, pathOf(), MAX_BYTES)).toBe(true);
  expect(Math.min(...patience)).toBeGreaterThan(100_000);
});

test.each([
  ['is too large', endlessZip],
  ['is no package', endless(200)],
])('what %s is not transferred to its end', async (_what, answer) => {
  const closed = new Promise<void>((resolve) => {
    server.script((response, request) => {
      response.once('close', resolve);
      answer(response, request);
    });
  });
  // Its time is never up, so it is not the deadline that ends the transfer.
  await Promise.allSettled([download()]);
  await closed;
});

test('a service that is not there is an error', async () => {
  await server.close();
  expect(await catchServiceError(download())).toMatchObject({ kind: 'unavailable', mayHaveArrived: false });
  server = await startHostileServer();
});

test('a rate limit says nothing about whether it is offered', async () => {
  server.script(json(429, {}, { 'retry-after': '600' }));
  expect(await catchServiceError(download())).toMatchObject({ kind: 'rate-limited', retryAfterMs: 600_000 });
});

test.each([
  ['by one byte', file(zip), zip.length - 1],
  ['without end', endlessZip, MAX_BYTES],
  ['once it is unpacked', file(gzipSync(zip), 'application/zip', { 'content-encoding': 'gzip' }), zip.length - 1],
])('a package that is too large %s is given up at the cap', async (_how, answer, maxBytes) => {
  server.script(answer);
  const error = await catchServiceError(download({ maxBytes }));
  expect(error).toMatchObject({ kind: 'unreadable-answer', status: 200, field: null });
  expect(server.seen).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

test('a file that is there already stays as it is', async () => {
  await writeFile(pathOf(), 'somebody else’s');
  server.script(file(zip));
  await expect(download()).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(pathOf(), 'utf8')).toBe('somebody else’s');
  expect(server.seen).toHaveLength(1);
});

test('a folder that is not there is not the service’s fault', async () => {
  server.script(file(zip));
  const { client } = createTestClient(server.baseUrl);
  await expect(client.downloadPackage(weather, join(folder, 'gone', 'old.zip'), MAX_BYTES)).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

test('stops when it is aborted, and leaves no file', async () => {
  const controller = new AbortController();
  server.script((response, request) => {
    stalledFile(half)(response, request);
    controller.abort();
  });
  const { client, waits } = createTestClient(server.baseUrl);
  const call = client.downloadPackage(weather, pathOf(), MAX_BYTES, { signal: controller.signal });
  expect(await catchServiceError(call)).toMatchObject({ kind: 'unavailable', code: 'ABORTED' });
  expect(server.seen).toHaveLength(1);
  expect(waits).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('is not begun when it was aborted before', async () => {
  const error = await catchServiceError(download({ signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ kind: 'unavailable', code: 'ABORTED', mayHaveArrived: false });
  expect(server.seen).toEqual([]);
});
