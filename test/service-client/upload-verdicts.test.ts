import { truncate } from 'node:fs/promises';
import { AbilityId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchServiceError } from './catch-service-error.ts';
import { json, reset, silent } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { startInterruptedServer } from './interrupted-server.ts';
import { makeUpload } from './make-upload.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const ours = {
  id: 6403,
  name: 'Weather',
  category: 'skill',
  description: 'Tells the weather',
  trigger_words: ['weather', 'check the weather'],
};
const methods = () => server.seen.map(({ method }) => method);

test('after a lost answer an Ability that is what was sent is ours', async () => {
  server.script(reset, json(200, [ours]));
  const receipt = await createTestClient(server.baseUrl).client.uploadAbility(await makeUpload());
  expect(receipt).toEqual({ abilityId: 6403, confirmedBy: 'list', detail: null });
});

test('the name is compared as the list may write it', async () => {
  server.script(reset, json(200, [{ ...ours, name: 'Cafe\u0301 Weather' }]));
  const upload = await makeUpload({ name: ' Caf\u00e9  Weather' });
  const receipt = await createTestClient(server.baseUrl).client.uploadAbility(upload);
  expect(receipt).toMatchObject({ abilityId: 6403 });
});

test.each([
  ['category', { category: 'local' }],
  ['description', { description: 'Tells the tides' }],
  ['trigger words', { trigger_words: ['weather'] }],
])('one of another %s is somebody else’s: the name is taken', async (_field, changes) => {
  server.script(json(502, { detail: 'Bad gateway' }), json(200, [{ ...ours, ...changes }]));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.uploadAbility(await makeUpload()));
  expect(error).toMatchObject({ kind: 'name-taken', status: null, endpoint: 'upload Ability' });
  expect(error.detail).toContain("yours wasn't uploaded");
  // Our own sentence must not be attributed to the service.
  expect(error.message).not.toContain('The service says');
  expect(methods()).toEqual(['POST', 'GET']);
});

test('one that differs and was there before says nothing', async () => {
  const list = json(200, [{ ...ours, description: 'Tells the tides' }]);
  server.script(reset, list, list, list, list, list);
  const upload = await makeUpload({ existingIds: new Set([AbilityId.parse(6403)]) });
  expect(await catchServiceError(createTestClient(server.baseUrl).client.uploadAbility(upload))).toMatchObject({
    kind: 'unclear',
    listWasRead: true,
  });
});

test('of two of the name the one that was sent is ours', async () => {
  server.script(reset, json(200, [{ ...ours, id: 6402, category: 'local' }, ours]));
  const receipt = await createTestClient(server.baseUrl).client.uploadAbility(await makeUpload());
  expect(receipt).toMatchObject({ abilityId: 6403 });
});

test('an upload that is aborted on the way may have arrived, and the list is not read', async () => {
  const controller = new AbortController();
  server.script((response, request) => {
    silent(response, request);
    controller.abort();
  });
  const upload = await makeUpload({ signal: controller.signal });
  const error = await catchServiceError(createTestClient(server.baseUrl).client.uploadAbility(upload));
  expect(error).toMatchObject({ kind: 'unavailable', reason: 'network', code: 'ABORTED', mayHaveArrived: true });
  expect(methods()).toEqual(['POST']);
});

test('an upload that is aborted in the middle of its package ends the transfer', async () => {
  const controller = new AbortController();
  const { baseUrl, arrivedWhole } = await startInterruptedServer(() => controller.abort());
  const upload = await makeUpload({ signal: controller.signal });
  await truncate(upload.zip.path, 32 * 1024 * 1024);
  const error = await catchServiceError(createTestClient(baseUrl).client.uploadAbility(upload));
  expect(error).toMatchObject({ kind: 'unavailable', code: 'ABORTED', mayHaveArrived: true });
  expect(await arrivedWhole).toBe(false);
});

test('an upload that was aborted before is not sent', async () => {
  const upload = await makeUpload({ signal: AbortSignal.abort() });
  const { client, calls } = createTestClient(server.baseUrl);
  const error = await catchServiceError(client.uploadAbility(upload));
  expect(error).toMatchObject({ kind: 'unavailable', code: 'ABORTED', mayHaveArrived: false });
  expect(server.seen).toEqual([]);
  expect(calls).toEqual([]);
});

test('aborted while the list is read, the outcome stays unclear', async () => {
  const controller = new AbortController();
  server.script(reset, (response, request) => {
    silent(response, request);
    controller.abort();
  });
  const upload = await makeUpload({ signal: controller.signal });
  // Longer than a test may take, so it is the signal that ends the read.
  const { client } = createTestClient(server.baseUrl, { timeoutMs: 60_000, readBudgetMs: 60_000 });
  const error = await catchServiceError(client.uploadAbility(upload));
  expect(error).toMatchObject({ kind: 'unclear', causeKind: 'unavailable', listWasRead: false });
  expect(methods()).toEqual(['POST', 'GET']);
});
