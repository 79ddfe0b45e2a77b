import { AbilityId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchServiceError } from './catch-service-error.ts';
import { html, json } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const id = AbilityId.parse(6403);
const list = json(200, [
  { id: 5, name: 'Radio' },
  { id: 6403, name: 'Weather' },
]);

test.each([
  ['JSON', json(404, { detail: 'Not found.' })],
  ['a web page', html(404)],
])('looks in the list after a 404 as %s', async (_shape, answer) => {
  server.script(answer, list);
  expect(await createTestClient(server.baseUrl).client.getAbility(id)).toMatchObject({ id: 6403, name: 'Weather' });
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/capabilities/get-capability/6403/',
    '/api/capabilities/get-all-capabilities/',
  ]);
});

test('is not found when the list does not show it either', async () => {
  server.script(json(404, { detail: 'Not found.' }), json(200, []));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.getAbility(id));
  expect(error).toMatchObject({ kind: 'not-found', endpoint: 'get Ability', status: 404, detail: 'Not found.' });
});

test('does not look in the list for any other reason', async () => {
  server.script(json(403, {}));
  expect(await catchServiceError(createTestClient(server.baseUrl).client.getAbility(id))).toMatchObject({
    kind: 'unauthorized',
  });
  expect(server.seen).toHaveLength(1);
});

test('both reads together stay inside the budget', async () => {
  const busy = json(429, {}, { 'retry-after': '8' });
  server.script(busy, json(404, {}), busy);
  const { client, waits } = createTestClient(server.baseUrl, { readBudgetMs: 15_000 });
  expect(await catchServiceError(client.getAbility(id))).toMatchObject({ kind: 'rate-limited' });
  expect(waits).toEqual([8_000]);
});
