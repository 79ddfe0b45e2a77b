import { rm, truncate } from 'node:fs/promises';
import { ReleaseId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leavesOutcomeOpen } from '../../src/service/errors.ts';
import { catchServiceError } from './catch-service-error.ts';
import {
  empty,
  html,
  json,
  redirect,
  reset,
  shortOfItsLength,
  silent,
  text,
  truncatedJson,
} from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { startInterruptedServer } from './interrupted-server.ts';
import { makeUpload, ZIP_BYTES } from './make-upload.ts';
import { readForm } from './read-form.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const release = ReleaseId.parse(12);
const update = async (options?: { signal?: AbortSignal }) => {
  const { client, expire } = createTestClient(server.baseUrl);
  server.onStall = expire;
  return client.updateRelease(release, (await makeUpload()).zip, 'Update of Weather', options);
};

test('sends the flat zip with its message, as a saved draft', async () => {
  server.script(json(200, { detail: 'Release updated.' }));
  const { client, calls } = createTestClient(server.baseUrl);
  await client.updateRelease(release, (await makeUpload()).zip, 'Update of Weather');
  const [request] = server.seen;
  if (!request) throw new Error('Nothing arrived.');
  expect(request).toMatchObject({ method: 'POST', url: '/api/capabilities/validate/release-code/12/' });
  const { zip_file: zip, ...fields } = Object.fromEntries(await readForm(request));
  expect(fields).toEqual({ committed: 'false', commit_message: 'Update of Weather' });
  expect(zip).toMatchObject({ name: 'weather.zip', type: 'application/zip' });
  expect(zip instanceof Blob && Buffer.from(await zip.arrayBuffer())).toEqual(ZIP_BYTES);
  expect(calls).toMatchObject([{ endpoint: 'update release', status: 200, outcome: 'ok' }]);
});

test.each([
  ['a 201', json(201, {})],
  ['a 204', empty(204)],
  ['an empty 200', empty(200)],
  ['text', text(200, 'OK')],
  ['null', json(200, null)],
])('%s is a success', async (_answer, answer) => {
  server.script(answer);
  await update();
  expect(server.seen).toHaveLength(1);
});

test.each([
  ['a 404', json(404, { detail: 'Release not found.' }), { status: 404, detail: 'Release not found.' }],
  ['a 404 as a web page', html(404), { status: 404, detail: null }],
  ['a 405', json(405, { detail: 'Method not allowed.' }), { status: 405 }],
  ['a 405 as a web page', html(405), { status: 405 }],
  // fetch hides the status with `redirect: 'error'`.
  ['a redirect', redirect('/elsewhere/'), { status: null }],
  ['a redirect that keeps the method', redirect('/elsewhere/', 307), { status: null }],
])('%s means that it is not offered, and nothing is open', async (_answer, answer, facts) => {
  server.script(answer);
  const error = await catchServiceError(update());
  expect(error).toMatchObject({ kind: 'not-found', endpoint: 'update release', ...facts });
  expect(leavesOutcomeOpen(error)).toBe(false);
  expect(server.seen).toHaveLength(1);
});

test.each([
  ['a bad package', json(400, { detail: 'main.py file not found' }), 'invalid-request'],
  ['a size limit', text(413, ''), 'invalid-request'],
  ['a bad key', json(401, { detail: 'No.' }), 'unauthorized'],
  ['a refused key', json(403, { detail: 'No.' }), 'unauthorized'],
  ['a rate limit', json(429, {}), 'rate-limited'],
])('a refusal is reported and leaves nothing open: %s', async (_answer, answer, kind) => {
  server.script(answer);
  const error = await catchServiceError(update());
  expect(error.kind).toBe(kind);
  expect(leavesOutcomeOpen(error)).toBe(false);
  expect(server.seen).toHaveLength(1);
});

test.each([
  ['a 5xx', json(500, { detail: 'Out of order' }), 'unavailable'],
  ['a 5xx as a web page', html(504), 'unavailable'],
  ['a lost connection', reset, 'unavailable'],
  ['silence', silent, 'unavailable'],
  ['half an answer', shortOfItsLength(200), 'unavailable'],
  ['a web page', html(200), 'misconfigured-base-url'],
])('after %s the outcome is open, and nothing is sent twice', async (_answer, answer, kind) => {
  server.script(answer);
  const error = await catchServiceError(update());
  expect(error.kind).toBe(kind);
  expect(leavesOutcomeOpen(error)).toBe(true);
  expect(server.seen).toHaveLength(1);
});

test('a success that is cut off in its sentence is one', async () => {
  server.script(truncatedJson(200));
  await update();
});

test('a service that is not there has changed nothing', async () => {
  await server.close();
  const error = await catchServiceError(update());
  expect(error).toMatchObject({ kind: 'unavailable', mayHaveArrived: false });
  expect(leavesOutcomeOpen(error)).toBe(false);
  server = await startHostileServer();
});

test('a missing file fails before anything is sent', async () => {
  const { zip } = await makeUpload();
  await rm(zip.path);
  await expect(createTestClient(server.baseUrl).client.updateRelease(release, zip, '')).rejects.toThrow();
  expect(server.seen).toEqual([]);
});

test('stops in the middle of the package when it is aborted, and may have arrived', async () => {
  const controller = new AbortController();
  const { baseUrl, arrivedWhole } = await startInterruptedServer(() => controller.abort());
  const { zip } = await makeUpload();
  await truncate(zip.path, 32 * 1024 * 1024);
  const { client, calls } = createTestClient(baseUrl);
  const error = await catchServiceError(client.updateRelease(release, zip, '', { signal: controller.signal }));
  expect(error).toMatchObject({ kind: 'unavailable', code: 'ABORTED', mayHaveArrived: true, status: null });
  expect(leavesOutcomeOpen(error)).toBe(true);
  expect(calls).toMatchObject([{ endpoint: 'update release', outcome: 'unavailable' }]);
  expect(await arrivedWhole).toBe(false);
});

test('is not begun when it was aborted before', async () => {
  const error = await catchServiceError(update({ signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ kind: 'unavailable', code: 'ABORTED', mayHaveArrived: false });
  expect(server.seen).toEqual([]);
});
