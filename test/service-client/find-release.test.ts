import { AbilityId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const weather = AbilityId.parse(6403);
const row = { id: 77, release_id: 12, version: 3, is_committed: false };
const find = () => {
  const { client, expire } = createTestClient(server.baseUrl);
  server.onStall = expire;
  return client.findRelease(weather);
};

test('asks by the ID of the Ability and returns both other IDs', async () => {
  server.script(json(200, { ...row, category: 'skill', trigger_words: ['weather'], releases: [{ id: 12 }] }));
  const { client, calls } = createTestClient(server.baseUrl);
  expect(await client.findRelease(weather)).toEqual({
    abilityId: 6403,
    installedId: 77,
    releaseId: 12,
    version: 3,
    isCommitted: false,
  });
  expect(server.seen).toMatchObject([
    { method: 'GET', url: '/api/capabilities/get/installed-capability/by-capability/6403/' },
  ]);
  expect(calls).toMatchObject([{ endpoint: 'find release', status: 200, outcome: 'ok' }]);
});

test.each([
  ['of nothing but IDs', { id: 77, release_id: '12' }, { releaseId: 12, version: null, isCommitted: null }],
  ['with a named version', { ...row, version: 'v3' }, { releaseId: 12, version: 'v3' }],
  ['of a committed release', { ...row, is_committed: true }, { releaseId: 12, isCommitted: true }],
  ['with one release and no release_id', { id: 77, releases: [{ id: 9 }] }, { releaseId: 9 }],
  ['that repeats the ID of the Ability', { ...row, capability_id: 6403 }, { releaseId: 12 }],
])('reads an answer %s', async (_what, body, release) => {
  server.script(json(200, body));
  expect(await find()).toMatchObject({ abilityId: 6403, installedId: 77, ...release });
});

test.each([
  ['a 404', json(404, { detail: 'This Ability is not installed.' })],
  ['a 404 as a web page', html(404)],
  ['an empty 404', empty(404)],
  ['a 405', json(405, { detail: 'Method "GET" not allowed.' })],
  ['a 405 as a web page', html(405)],
  ['a 410', json(410, {})],
  ['a 400', json(400, { detail: 'Installed Ability does not exist' })],
  ['a 401', json(401, { detail: 'No.' })],
  ['a 403', json(403, { detail: 'No.' })],
  ['a redirect', redirect('/elsewhere/')],
  ['a redirect that keeps the method', redirect('/elsewhere/', 307)],
  ['a login page', html(200)],
  ['no content', empty(204)],
  ['an empty body', empty(200)],
  ['text', text(200, 'OK')],
  ['truncated JSON', truncatedJson(200)],
  ['null', json(200, null)],
  ['an empty object', json(200, {})],
  ['a list', json(200, [row])],
  ['a row without an installed ID', json(200, { ...row, id: null })],
  ['a row without release', json(200, { id: 77, release_id: null, releases: [] })],
  ['several releases and no release_id', json(200, { id: 77, releases: [{ id: 9 }, { id: 10 }] })],
  ['an ID that is none', json(200, { ...row, release_id: 'latest' })],
  ['the row of another Ability', json(200, { ...row, ability_id: 6404 })],
])('%s means that there is none to change, and is asked once', async (_answer, answer) => {
  server.script(answer);
  expect(await find()).toBeNull();
  expect(server.seen).toHaveLength(1);
});

test.each([
  ['a 5xx', json(502, { detail: 'Bad gateway' }), { reason: 'server-error', status: 502, detail: 'Bad gateway' }],
  ['a 5xx as a web page', html(503), { reason: 'server-error', status: 503 }],
  ['a lost connection', reset, { reason: 'network', code: 'ECONNRESET' }],
  ['silence', silent, { reason: 'timeout' }],
  ['half an answer', shortOfItsLength(200), { reason: 'network', status: 200 }],
])('%s is an error, after three tries', async (_answer, answer, facts) => {
  server.script(answer, answer, answer);
  expect(await catchServiceError(find())).toMatchObject({
    kind: 'unavailable',
    endpoint: 'find release',
    ...facts,
  });
  expect(server.seen).toHaveLength(3);
});

test('a rate limit says nothing about whether it is offered', async () => {
  server.script(json(429, {}, { 'retry-after': '60' }));
  expect(await catchServiceError(find())).toMatchObject({ kind: 'rate-limited', retryAfterMs: 60_000 });
});

test('a service that is not there is an error', async () => {
  await server.close();
  expect(await catchServiceError(find())).toMatchObject({ kind: 'unavailable', mayHaveArrived: false });
  server = await startHostileServer();
});
