import { rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { AbilityId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
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
import { listenOnAnyPort } from './listen-on-any-port.ts';
import { makeUpload, ZIP_BYTES } from './make-upload.ts';
import { readForm } from './read-form.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const listed = json(200, [
  { id: 5, name: 'Radio' },
  { id: 6403, name: 'Weather' },
]);
const notListed = json(200, [{ id: 5, name: 'Radio' }]);
const methods = () => server.seen.map(({ method }) => method);

test('sends the documented form and takes the ID from the answer', async () => {
  server.script(json(201, { capability_id: 6403, detail: 'Created' }));
  const upload = await makeUpload();
  const image = { path: join(dirname(upload.zip.path), 'icon'), fileName: 'icon.png', contentType: 'image/png' };
  await writeFile(image.path, 'made-up icon');
  const { client, calls } = createTestClient(server.baseUrl);

  expect(await client.uploadAbility({ ...upload, image })).toEqual({
    abilityId: 6403,
    confirmedBy: 'answer',
    detail: 'Created',
  });

  const [request] = server.seen;
  if (!request) throw new Error('Nothing arrived.');
  expect(request).toMatchObject({ method: 'POST', url: '/api/capabilities/add-capability/' });
  const form = await readForm(request);
  const { zip_file: zip, image_file: icon, ...fields } = Object.fromEntries(form);
  expect(fields).toEqual({
    name: 'Weather',
    category: 'skill',
    description: 'Tells the weather',
    trigger_words: 'check the weather,weather',
  });
  expect(zip).toMatchObject({ name: 'weather.zip', type: 'application/zip' });
  expect(zip instanceof Blob && Buffer.from(await zip.arrayBuffer())).toEqual(ZIP_BYTES);
  expect(icon).toMatchObject({ name: 'icon.png', type: 'image/png' });
  expect(calls).toMatchObject([{ endpoint: 'upload Ability', status: 201, outcome: 'ok' }]);
});

test('understands the other spelling of the answer', async () => {
  server.script(json(201, { ability_id: '6403', message: 'Created' }));
  const receipt = await createTestClient(server.baseUrl).client.uploadAbility(await makeUpload());
  expect(receipt).toEqual({ abilityId: 6403, confirmedBy: 'answer', detail: 'Created' });
});

test.each([
  ['an empty 201', empty(201)],
  ['a 204', empty(204)],
  ['an answer without ID', json(201, { detail: 'Created' })],
  ['truncated JSON', truncatedJson(201)],
  ['text', text(200, 'OK')],
  ['a web page', html(200)],
  ['a 5xx', json(502, { detail: 'Bad gateway' })],
  ['a 5xx as a web page', html(504)],
  ['a lost connection', reset],
  ['half an answer', shortOfItsLength(201)],
  ['silence', silent],
])('after %s the ID comes from the list, and nothing is sent twice', async (_answer, answer) => {
  server.script(answer, listed);
  const { client, expire } = createTestClient(server.baseUrl);
  server.onStall = expire;
  const receipt = await client.uploadAbility(await makeUpload());
  expect(receipt).toEqual({ abilityId: 6403, confirmedBy: 'list', detail: null });
  expect(methods()).toEqual(['POST', 'GET']);
});

test('reads the list again when it does not show the upload immediately or fails', async () => {
  server.script(reset, notListed, json(503, {}), json(429, {}, { 'retry-after': '2' }), listed);
  const { client, waits } = createTestClient(server.baseUrl);
  expect(await client.uploadAbility(await makeUpload())).toMatchObject({ abilityId: 6403, confirmedBy: 'list' });
  expect(methods()).toEqual(['POST', 'GET', 'GET', 'GET', 'GET']);
  expect(waits).toHaveLength(3);
  expect(waits[2]).toBeGreaterThanOrEqual(2_000);
});

test('an Ability of that name that was there before is not ours', async () => {
  server.script(json(500, { detail: 'Out of order' }), listed, listed, listed, listed, listed);
  const upload = await makeUpload({ existingIds: new Set([AbilityId.parse(6403)]) });
  const error = await catchServiceError(createTestClient(server.baseUrl).client.uploadAbility(upload));
  expect(error).toMatchObject({
    kind: 'unclear',
    causeKind: 'unavailable',
    listWasRead: true,
    status: 500,
    endpoint: 'upload Ability',
    detail: 'Out of order',
  });
  expect(methods()).toEqual(['POST', 'GET', 'GET', 'GET', 'GET', 'GET']);
});

test.each([
  ['an empty answer', empty(201), 'unreadable-answer'],
  ['a web page', html(404), 'misconfigured-base-url'],
  ['a lost connection', reset, 'unavailable'],
])('after %s and a list that cannot be read the outcome stays unclear', async (_answer, answer, causeKind) => {
  server.script(answer, html(200));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.uploadAbility(await makeUpload()));
  expect(error).toMatchObject({ kind: 'unclear', causeKind, listWasRead: false });
  expect(methods()).toEqual(['POST', 'GET']);
});

test.each([
  ['a taken name', json(400, { detail: 'Ability with same name already exists' }), 'name-taken'],
  ['a bad package', json(400, { detail: 'main.py file not found' }), 'invalid-request'],
  ['a size limit', text(413, ''), 'invalid-request'],
  ['a bad key', json(401, { detail: 'No.' }), 'unauthorized'],
  ['a rate limit', json(429, {}), 'rate-limited'],
  ['a redirect', redirect('/elsewhere/'), 'misconfigured-base-url'],
])('a clear refusal is final: %s', async (_answer, answer, kind) => {
  server.script(answer);
  const error = await catchServiceError(createTestClient(server.baseUrl).client.uploadAbility(await makeUpload()));
  expect(error.kind).toBe(kind);
  expect(methods()).toEqual(['POST']);
});

test('a redirect is not even looked at, which keeps the package out of memory', async () => {
  server.script(redirect('/elsewhere/'));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.uploadAbility(await makeUpload()));
  // fetch hides the status with `redirect: 'error'`, the one mode in which Node 20 does not keep the whole body.
  expect(error).toMatchObject({ kind: 'misconfigured-base-url', reason: 'redirect', status: null });
});

test('a package streams from its file: what has not been read yet is not in memory', async () => {
  const bytes = 256 * 1024 * 1024;
  const upload = await makeUpload();
  await truncate(upload.zip.path, bytes);
  let arrived = 0;
  const emptying = createServer(async (request, response) => {
    // The client breaks off.
    request.on('error', () => undefined);
    await truncate(upload.zip.path, 0);
    request.on('data', (chunk: Buffer) => {
      arrived += chunk.length;
    });
    request.on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"capability_id":6403}');
    });
  });
  const { baseUrl, close } = await listenOnAnyPort(emptying);
  onTestFinished(close);
  const { client } = createTestClient(baseUrl);
  await expect(client.uploadAbility(upload)).rejects.toThrow();
  expect(arrived).toBeLessThan(bytes);
});

test('a size limit that is answered before the package has arrived is understood', async () => {
  const impatient = createServer((_request, response) => {
    response.writeHead(413, { 'content-type': 'application/json', connection: 'close' }).end('{"detail":"Too large"}');
  });
  const { baseUrl, close } = await listenOnAnyPort(impatient);
  onTestFinished(close);
  const upload = await makeUpload();
  await truncate(upload.zip.path, 32 * 1024 * 1024);
  const error = await catchServiceError(createTestClient(baseUrl).client.uploadAbility(upload));
  expect(error).toMatchObject({ kind: 'invalid-request', status: 413, detail: 'Too large' });
});

test('a service that is not there has not made anything', async () => {
  await server.close();
  const error = await catchServiceError(createTestClient(server.baseUrl).client.uploadAbility(await makeUpload()));
  expect(error).toMatchObject({ kind: 'unavailable', mayHaveArrived: false });
  server = await startHostileServer();
});

test('a missing file fails before anything is sent', async () => {
  const upload = await makeUpload();
  await rm(upload.zip.path);
  await expect(createTestClient(server.baseUrl).client.uploadAbility(upload)).rejects.toThrow();
  expect(server.seen).toEqual([]);
});
