import { InstalledAbility } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CircuitBreaker } from '../../src/service/client.ts';
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

const newCircuit = () => new CircuitBreaker((change) => void changes.push(change));
const open = (circuit = newCircuit()) => createTestClient(server.baseUrl, { circuit });
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

test('sixty clients of one base URL need no more failures than one to stop calling', async () => {
  const circuit = newCircuit();
  const clients = times(60, null).map(() => open(circuit).client);
  server.script(...times(60, json(503, {})));
  const errors = [];
  for (const client of clients) errors.push(await catchServiceError(client.listAbilities()));
  expect(server.seen).toHaveLength(10);
  // Three reads with three attempts each, and one that ended while it was repeated.
  const isRefused = errors.map((error) => error.kind === 'unavailable' && error.reason === 'circuit-open');
  expect(isRefused).toEqual([...times(4, false), ...times(56, true)]);
  expect(changes).toEqual(['opened']);
});

test('sixty clients that call at the same time make an attempt each, and hardly any repeats one', async () => {
  const circuit = newCircuit();
  const clients = times(60, null).map(() => open(circuit).client);
  server.script(...times(180, json(503, {})));
  await Promise.all(clients.map((client) => catchServiceError(client.listAbilities())));
  // The first attempts are on their way before any fails. The tenth failure stops all repeats.
  const attempts = server.seen.length;
  expect(attempts).toBeLessThanOrEqual(60 + 9);
  expect(changes).toEqual(['opened']);
  await catchServiceError(open(circuit).client.listAbilities());
  expect(server.seen).toHaveLength(attempts);
});

test('a client with a separate circuit calls even while the others do not', async () => {
  await openCircuit(open().client);
  server.script(json(200, []));
  expect(await createTestClient(server.baseUrl).client.listAbilities()).toEqual([]);
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
