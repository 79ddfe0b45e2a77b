import { AbilityId, AgentId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchServiceError } from './catch-service-error.ts';
import { empty, html, json, reset } from './hostile-answers.ts';
import { type HostileServer, type SeenRequest, startHostileServer } from './hostile-server.ts';
import { readForm } from './read-form.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const echo = AgentId.parse(3);
const ids = (...numbers: number[]) => numbers.map((number) => AbilityId.parse(number));
const agentWith = (...matching_capabilities: number[]) =>
  json(200, { personalities: [{ id: 3, name: 'Echo', matching_capabilities }] });
const agentWithoutList = json(200, { personalities: [{ id: 3, name: 'Echo' }] });
const saved = json(200, { detail: 'Saved' });
const jsonRefused = json(415, { detail: 'Unsupported media type "application/json" in request.' });

const formatOf = ({ method, headers }: SeenRequest) =>
  method === 'PUT' ? (headers['content-type'] ?? '').replace(/;.*/, '') : method;
const formats = () => server.seen.map(formatOf);
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

test('sends JSON first and reads the list back', async () => {
  server.script(saved, agentWith(8, 7));
  const { client } = createTestClient(server.baseUrl);
  expect(await client.setAgentAbilities(echo, ids(7, 8, 7))).toEqual({
    sentAs: 'json',
    confirmed: 'yes',
    abilityIds: [8, 7],
  });
  expect(server.seen[0]).toMatchObject({ method: 'PUT', url: '/api/personalities/edit-personality/' });
  expect(JSON.parse(String(server.seen[0]?.body))).toEqual({ personality_id: 3, matching_capabilities: [7, 8] });
  expect(server.seen[1]?.url).toBe('/api/personalities/get-all-personalities/');
});

test.each([
  ['does not show lists', agentWithoutList, { confirmed: 'unknown', abilityIds: null }],
  ['does not show the Agent', json(200, { personalities: [] }), { confirmed: 'unknown', abilityIds: null }],
  ['cannot be read', html(200), { confirmed: 'unknown', abilityIds: null }],
  ['shows another list', agentWith(7), { confirmed: 'no', abilityIds: [7] }],
])('says what it knows when the read afterwards %s', async (_what, answer, receipt) => {
  server.script(empty(204), answer);
  const { client } = createTestClient(server.baseUrl);
  expect(await client.setAgentAbilities(echo, ids(7, 8))).toEqual({ sentAs: 'json', ...receipt });
});

test.each([400, 415])('sends multipart when JSON is refused with %i, and remembers it', async (status) => {
  server.script(json(status, { detail: 'Expected multipart.' }), saved, agentWith(7, 8), saved, agentWithoutList);
  const { client } = createTestClient(server.baseUrl);
  expect(await client.setAgentAbilities(echo, ids(7, 8))).toMatchObject({ sentAs: 'multipart', confirmed: 'yes' });
  expect(await client.setAgentAbilities(echo, ids(7))).toMatchObject({ sentAs: 'multipart', confirmed: 'unknown' });
  expect(formats()).toEqual([JSON_TYPE, FORM_TYPE, 'GET', FORM_TYPE, 'GET']);
  const [, request] = server.seen;
  if (!request) throw new Error('Nothing arrived.');
  expect([...(await readForm(request))]).toEqual([
    ['personality_id', '3'],
    ['matching_capabilities', '7'],
    ['matching_capabilities', '8'],
  ]);
});

test('a format that has worked is not doubted because of a wrong list', async () => {
  server.script(saved, agentWith(7), json(400, { detail: 'Ability 9 does not exist.' }), saved, agentWith(7));
  const { client } = createTestClient(server.baseUrl);
  await client.setAgentAbilities(echo, ids(7));
  const error = await catchServiceError(client.setAgentAbilities(echo, ids(9)));
  expect(error).toMatchObject({ kind: 'invalid-request', detail: 'Ability 9 does not exist.' });
  await client.setAgentAbilities(echo, ids(7));
  expect(formats()).toEqual([JSON_TYPE, 'GET', JSON_TYPE, JSON_TYPE, 'GET']);
});

test('a remembered format that is refused by type gives way to the other', async () => {
  server.script(saved, agentWith(7), jsonRefused, saved, agentWith(7));
  const { client } = createTestClient(server.baseUrl);
  await client.setAgentAbilities(echo, ids(7));
  expect(await client.setAgentAbilities(echo, ids(7))).toMatchObject({ sentAs: 'multipart' });
});

test.each([
  ['the JSON one', json(400, { detail: 'Ability 9 does not exist.' }), json(415, { detail: 'Send application/json.' })],
  ['the JSON one', json(400, { detail: 'Ability 9 does not exist.' }), json(400, { detail: 'JSON parse error' })],
  ['the JSON one', json(400, { detail: 'Ability 9 does not exist.' }), empty(400)],
  ['the multipart one', jsonRefused, json(400, { detail: 'Ability 9 does not exist.' })],
  ['the multipart one', empty(400), json(400, { detail: 'Ability 9 does not exist.' })],
])('of two refusals the one about the list is reported: %s', async (_which, first, second) => {
  server.script(first, second, saved, agentWith(7));
  const { client } = createTestClient(server.baseUrl);
  const error = await catchServiceError(client.setAgentAbilities(echo, ids(9)));
  expect(error).toMatchObject({ kind: 'invalid-request', status: 400, detail: 'Ability 9 does not exist.' });
  // Two refusals prove nothing about formats: the documented one is still tried first.
  await client.setAgentAbilities(echo, ids(7));
  expect(formats()).toEqual([JSON_TYPE, FORM_TYPE, JSON_TYPE, 'GET']);
});

test('a format whose list did not arrive is not remembered', async () => {
  server.script(jsonRefused, saved, agentWith(), saved, agentWith(7));
  const { client } = createTestClient(server.baseUrl);
  expect(await client.setAgentAbilities(echo, ids(7))).toMatchObject({ sentAs: 'multipart', confirmed: 'no' });
  expect(await client.setAgentAbilities(echo, ids(7))).toMatchObject({ sentAs: 'json', confirmed: 'yes' });
});

test('an empty list is sent as JSON', async () => {
  server.script(saved, agentWith());
  const receipt = await createTestClient(server.baseUrl).client.setAgentAbilities(echo, []);
  expect(receipt).toEqual({ sentAs: 'json', confirmed: 'yes', abilityIds: [] });
  expect(JSON.parse(String(server.seen[0]?.body))).toEqual({ personality_id: 3, matching_capabilities: [] });
});

test.each([
  [agentWith(7), { confirmed: 'no', abilityIds: [7] }],
  [agentWith(), { confirmed: 'yes', abilityIds: [] }],
  [agentWithoutList, { confirmed: 'no', abilityIds: null }],
])('an empty list that multipart cannot say is not pretended (%#)', async (answer, receipt) => {
  // Multipart has worked before, but JSON goes first: only JSON can express the empty list.
  server.script(jsonRefused, saved, agentWith(7), jsonRefused, saved, answer);
  const { client } = createTestClient(server.baseUrl);
  await client.setAgentAbilities(echo, ids(7));
  expect(await client.setAgentAbilities(echo, [])).toEqual({ sentAs: 'multipart', ...receipt });
  expect(formats()).toEqual([JSON_TYPE, FORM_TYPE, 'GET', JSON_TYPE, FORM_TYPE, 'GET']);
});

test.each([
  [401, 'unauthorized'],
  [404, 'not-found'],
  [422, 'invalid-request'],
  [429, 'rate-limited'],
])('status %i is not about the format', async (status, kind) => {
  server.script(json(status, { detail: 'No.' }));
  const error = await catchServiceError(createTestClient(server.baseUrl).client.setAgentAbilities(echo, ids(7)));
  expect(error).toMatchObject({ kind, endpoint: 'assign Abilities' });
  expect(formats()).toEqual([JSON_TYPE]);
});

test('after a lost answer the read shows whether it worked, and nothing is sent twice', async () => {
  server.script(reset, agentWith(7), reset, agentWith(7));
  const { client } = createTestClient(server.baseUrl);
  expect(await client.setAgentAbilities(echo, ids(7))).toEqual({ sentAs: 'json', confirmed: 'yes', abilityIds: [7] });
  expect(await catchServiceError(client.setAgentAbilities(echo, ids(8)))).toMatchObject({
    kind: 'unavailable',
    reason: 'network',
  });
  expect(formats()).toEqual([JSON_TYPE, 'GET', JSON_TYPE, 'GET']);
});
