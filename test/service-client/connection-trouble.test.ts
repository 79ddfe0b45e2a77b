import { AbilityId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchServiceError } from './catch-service-error.ts';
import { drip, endless, json, reset, shortOfItsLength, silent, stall } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

test.each([
  ['a reset', reset, { reason: 'network', status: null, code: 'ECONNRESET' }],
  ['silence', silent, { reason: 'timeout', status: null }],
  ['a body that stalls', stall(200), { reason: 'timeout', status: 200 }],
  ['a body that drips', drip, { reason: 'timeout', status: 200 }],
  ['a body short of its length', shortOfItsLength(200), { reason: 'network', status: 200 }],
] as const)('%s is unavailable, and a read is tried three times', async (_trouble, answer, facts) => {
  server.script(answer, answer, answer);
  const { client, calls, expire } = createTestClient(server.baseUrl);
  server.onStall = expire;
  const error = await catchServiceError(client.listAbilities());
  expect(error).toMatchObject({ kind: 'unavailable', mayHaveArrived: true, endpoint: 'list Abilities', ...facts });
  expect(calls.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([1, 2, 3].map((n) => [n, 'unavailable']));
});

test('a service that is not there cannot have acted', async () => {
  await server.close();
  const error = await catchServiceError(createTestClient(server.baseUrl).client.listAbilities());
  expect(error).toMatchObject({ kind: 'unavailable', reason: 'network', code: 'ECONNREFUSED', mayHaveArrived: false });
  server = await startHostileServer();
});

test('an endless body is given up at the cap', async () => {
  server.script(endless(200));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.listAbilities());
  expect(error).toMatchObject({ kind: 'unreadable-answer', status: 200, field: null });
});

test.each([
  ['is endless', endless(413)],
  ['stalls', stall(413)],
  ['is cut off', shortOfItsLength(413)],
])('a refusal stays one when its body %s', async (trouble, answer) => {
  server.script(answer);
  const { client, expire } = createTestClient(server.baseUrl);
  if (trouble === 'stalls') server.onStall = expire;
  const error = await catchServiceError(client.listAbilities());
  expect(error).toMatchObject({ kind: 'invalid-request', status: 413, detail: null });
});

test('a compressed body is capped by its unpacked size', async () => {
  const { gzipSync } = await import('node:zlib');
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  server.script((response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  );
  const error = await catchServiceError(createTestClient(server.baseUrl).client.listAbilities());
  expect(error).toMatchObject({ kind: 'unreadable-answer', status: 200 });
});

test('a delete whose answer gets lost is not sent again', async () => {
  server.script(reset, json(200, []));
  const { client } = createTestClient(server.baseUrl);
  await client.deleteAbilities([AbilityId.parse(1)]);
  expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
});
