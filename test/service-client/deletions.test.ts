import { AbilityId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchServiceError } from './catch-service-error.ts';
import { empty, html, json, reset } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const ids = (...numbers: number[]) => numbers.map((number) => AbilityId.parse(number));
const list = (...numbers: number[]) =>
  json(
    200,
    numbers.map((id) => ({ id, name: `Ability ${id}` })),
  );
const methods = () => server.seen.map(({ method }) => method);
const deleteThem = (...numbers: number[]) => createTestClient(server.baseUrl).client.deleteAbilities(ids(...numbers));

test('sends the IDs once and reports each from the list', async () => {
  server.script(json(200, { detail: 'Deleted' }), list(2, 9));
  expect([...(await deleteThem(1, 2, 1))]).toEqual([
    [1, 'deleted'],
    [2, 'still-there'],
  ]);
  expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/api/capabilities/delete-capability/' });
  expect(JSON.parse(String(server.seen[0]?.body))).toEqual({ capability_ids: [1, 2] });
  expect(methods()).toEqual(['POST', 'GET']);
});

test.each([
  ['a 204', empty(204)],
  ['a lost connection', reset],
  ['a 5xx', json(500, {})],
  ['a web page', html(200)],
])('the list decides after %s', async (_answer, answer) => {
  server.script(answer, list(9));
  expect([...(await deleteThem(1))]).toEqual([[1, 'deleted']]);
  expect(methods()).toEqual(['POST', 'GET']);
});

test('a list that cannot be read leaves every ID unknown', async () => {
  server.script(empty(200), html(200), reset, html(200));
  expect([...(await deleteThem(1, 2))]).toEqual([
    [1, 'unknown'],
    [2, 'unknown'],
  ]);
  expect([...(await deleteThem(1))]).toEqual([[1, 'unknown']]);
});

test.each([
  ['a lost connection', reset, 'unavailable'],
  ['a 400', json(400, { detail: 'No.' }), 'invalid-request'],
  ['a 404', json(404, { detail: 'No.' }), 'not-found'],
])('when %s has deleted nothing, the error is reported', async (_answer, answer, kind) => {
  server.script(answer, list(1, 2));
  expect((await catchServiceError(deleteThem(1, 2))).kind).toBe(kind);
});

test('a refusal about an ID that is gone is reported as such', async () => {
  server.script(json(404, { detail: 'Ability 1 does not exist.' }), list(9));
  expect(await catchServiceError(deleteThem(1))).toMatchObject({
    kind: 'not-found',
    detail: 'Ability 1 does not exist.',
  });
});

test.each([400, 404])('a refusal with status %i that deleted some is reported ID by ID', async (status) => {
  server.script(json(status, { detail: 'Ability 2 is in use.' }), list(2));
  expect([...(await deleteThem(1, 2))]).toEqual([
    [1, 'deleted'],
    [2, 'still-there'],
  ]);
});

test.each([
  [401, 'unauthorized'],
  [429, 'rate-limited'],
])('status %i has deleted nothing, so no list is read', async (status, kind) => {
  server.script(json(status, {}));
  expect((await catchServiceError(deleteThem(1))).kind).toBe(kind);
  expect(methods()).toEqual(['POST']);
});

test('nothing to delete sends nothing', async () => {
  expect((await deleteThem()).size).toBe(0);
  expect(server.seen).toEqual([]);
});
