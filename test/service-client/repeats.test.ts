import { InstalledAbility } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchServiceError } from './catch-service-error.ts';
import { json, reset } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const failed = json(502, { detail: 'Bad gateway' });
const limited = (retryAfter?: string) => json(429, {}, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
const row = InstalledAbility.parse({ id: 77, name: 'Weather', trigger_words: ['weather'] });
const change = { enabled: true, triggerWords: ['weather'] };

test.each([
  ['a 5xx', failed],
  ['a lost connection', reset],
  ['a 429', limited()],
])('a read goes on after %s', async (_trouble, answer) => {
  server.script(answer, answer, json(200, []));
  const { client, waits } = createTestClient(server.baseUrl);
  expect(await client.listAbilities()).toEqual([]);
  expect(server.seen).toHaveLength(3);
  expect(waits).toHaveLength(2);
});

test('a read gives up after three attempts and keeps the last sentence', async () => {
  server.script(failed, failed, json(500, { detail: 'Out of order' }));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.listAbilities());
  expect(error).toMatchObject({ kind: 'unavailable', reason: 'server-error', status: 500, detail: 'Out of order' });
  expect(server.seen).toHaveLength(3);
});

test('waits as long as Retry-After asks, in seconds or as a date', async () => {
  server.script(limited('4'), json(503, {}, { 'retry-after': 'Wed, 01 Jan 2025 00:00:09 GMT' }), json(200, []));
  const { client, waits } = createTestClient(server.baseUrl);
  await client.listAbilities();
  expect(waits).toEqual([4_000, 5_000]);
});

test.each([
  ['60', 60_000],
  ['Wed, 01 Jan 2025 01:00:00 GMT', 3_600_000],
])('does not begin a wait beyond the budget: Retry-After %s', async (retryAfter, retryAfterMs) => {
  server.script(limited(retryAfter));
  const { client, waits } = createTestClient(server.baseUrl);
  const error = await catchServiceError(client.listAbilities());
  expect(error).toMatchObject({ kind: 'rate-limited', status: 429, retryAfterMs });
  expect(waits).toEqual([]);
});

test.each(['soon', '-5', '', 'Wed'])('ignores a Retry-After of "%s"', async (retryAfter) => {
  server.script(limited(retryAfter), limited(retryAfter), limited(retryAfter));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.listAbilities());
  expect(error).toMatchObject({ kind: 'rate-limited', retryAfterMs: null });
});

test('the waits of one read add up to less than its budget', async () => {
  server.script(limited('6'), limited('6'), limited('6'));
  const { client, waits } = createTestClient(server.baseUrl, { readBudgetMs: 10_000 });
  await catchServiceError(client.listAbilities());
  expect(waits).toEqual([6_000]);
});

test.each([
  ['a 5xx', failed],
  ['a lost connection', reset],
])('switching is tried once more after %s', async (_trouble, answer) => {
  server.script(answer, json(200, {}));
  await createTestClient(server.baseUrl).client.setInstalledAbility(row, change);
  server.script(answer, answer);
  await catchServiceError(createTestClient(server.baseUrl).client.setInstalledAbility(row, change));
  expect(server.seen).toHaveLength(4);
});

test('switching is not tried again on 429', async () => {
  server.script(limited('1'));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.setInstalledAbility(row, change));
  expect(error).toMatchObject({ kind: 'rate-limited', retryAfterMs: 1_000 });
  expect(server.seen).toHaveLength(1);
});
