import { InstalledAbility } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catchServiceError } from './catch-service-error.ts';
import { html, json, reset } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
const changes: string[] = [];
beforeEach(async () => {
  // The breaker uses the machine's clock.
  vi.useFakeTimers({ toFake: ['Date'] });
  changes.length = 0;
  server = await startHostileServer();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const open = () => createTestClient(server.baseUrl, { onCircuit: (change) => void changes.push(change) });
const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one);
const row = InstalledAbility.parse({ id: 77, name: 'Weather', trigger_words: ['weather'] });

/** Ten failures: three reads with three attempts each, and the first attempt of a fourth. */
async function openCircuit(client: ReturnType<typeof createTestClient>['client']): Promise<void> {
  server.script(...times(5, json(503, {})), ...times(5, reset));
  for (let reads = 0; reads < 4; reads += 1) await catchServiceError(client.listAbilities());
  expect(server.seen).toHaveLength(10);
}

test('after ten failures in a row nothing is asked for a moment, and the error says so and for how long', async () => {
  const { client, calls } = open();
  await openCircuit(client);
  const error = await catchServiceError(client.setInstalledAbility(row, { enabled: true, triggerWords: ['weather'] }));
  expect(error).toMatchObject({ reason: 'circuit-open', mayHaveArrived: false, retryAfterMs: 5000, status: null });
  expect(server.seen).toHaveLength(10);
  expect(calls).toHaveLength(10);
  expect(changes).toEqual(['opened']);
});

test('when the moment is over one call tries, the others wait for it, and all is as before', async () => {
  const { client } = open();
  await openCircuit(client);
  vi.setSystemTime(Date.now() + 5000);
  server.script(...times(3, json(200, [])));
  await Promise.all([client.listAbilities(), client.listAbilities(), client.listAbilities()]);
  expect(server.seen).toHaveLength(13);
  expect(changes).toEqual(['opened', 'closed']);
});

test('of tries of which the last is not made any more, the error is that of the one before', async () => {
  const { client } = open();
  server.script(...times(10, json(503, {})));
  const errors = [];
  for (let reads = 0; reads < 4; reads += 1) errors.push(await catchServiceError(client.listAbilities()));
  expect(errors.map((error) => error.kind === 'unavailable' && error.reason)).toEqual(times(4, 'server-error'));
  expect(server.seen).toHaveLength(10);
  expect(await catchServiceError(client.listAbilities())).toMatchObject({ reason: 'circuit-open' });
});

test('one that fails then is enough for another pause', async () => {
  const { client } = open();
  await openCircuit(client);
  vi.setSystemTime(Date.now() + 5000);
  server.script(json(503, {}));
  await catchServiceError(client.listAbilities());
  expect(server.seen).toHaveLength(11);
  expect(changes).toEqual(['opened', 'opened']);
});

test.each([
  ['refusals', json(401, {})],
  ['requests to slow down', json(429, {})],
  ['web pages', html(200)],
])('%s are answers, however many', async (_what, answer) => {
  const { client } = open();
  server.script(...times(30, answer));
  for (let reads = 0; reads < 12; reads += 1) await catchServiceError(client.listAbilities());
  expect(changes).toEqual([]);
});
