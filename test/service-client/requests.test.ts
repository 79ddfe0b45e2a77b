import { AbilityId, AgentId, InstalledAbility } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { json } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient, KEY } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const agents = { personalities: [{ id: 3, name: 'Echo', image: 'https://images.example/echo.png' }] };
const weather = { id: 6403, name: 'Weather', trigger_words: ['check the weather'], is_installed: null };

test('lists Agents, with images only when asked', async () => {
  server.script(json(200, agents), json(200, agents));
  const { client } = createTestClient(server.baseUrl);
  expect(await client.listAgents()).toMatchObject([{ id: 3, name: 'Echo', abilityIds: null }]);
  await client.listAgents({ withImage: true });
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/personalities/get-all-personalities/',
    'GET /api/personalities/get-all-personalities/?with_image=true',
  ]);
});

test('gets one Ability by its ID', async () => {
  server.script(json(200, weather));
  const { client } = createTestClient(server.baseUrl);
  expect(await client.getAbility(AbilityId.parse(6403))).toMatchObject({
    id: 6403,
    name: 'Weather',
    isInstalled: null,
  });
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/capabilities/get-capability/6403/',
  ]);
});

test.each([[[weather]], [{ abilities: [weather] }], [{ capabilities: [weather] }]])(
  'lists Abilities from %j',
  async (body) => {
    server.script(json(200, body));
    const { client } = createTestClient(server.baseUrl);
    expect(await client.listAbilities()).toMatchObject([{ id: 6403, triggerWords: ['check the weather'] }]);
    expect(server.seen[0]?.url).toBe('/api/capabilities/get-all-capabilities/');
  },
);

test('lists installed Abilities with an ID of their own', async () => {
  server.script(json(200, [{ id: 77, name: 'Weather', enabled: true, trigger_words: null }]));
  const { client } = createTestClient(server.baseUrl);
  expect(await client.listInstalledAbilities()).toMatchObject([
    { id: 77, enabled: true, triggerWords: [], abilityId: null },
  ]);
  expect(server.seen[0]?.url).toBe('/api/capabilities/get-installed-capabilities/');
});

test('switching sends the known fields of the row back unchanged', async () => {
  const row = InstalledAbility.parse({
    id: 77,
    name: 'Weather',
    category: 'skill',
    enabled: true,
    trigger_words: ['weather'],
    system_capability: false,
    agent_capability: true,
  });
  server.script(json(200, { detail: 'Saved' }));
  const { client } = createTestClient(server.baseUrl);
  await client.setInstalledAbility(row, { enabled: false, triggerWords: row.triggerWords });
  expect(server.seen[0]).toMatchObject({ method: 'PUT', url: '/api/capabilities/edit-installed-capability/77/' });
  expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(String(server.seen[0]?.body))).toEqual({
    name: 'Weather',
    category: 'skill',
    system_capability: false,
    agent_capability: true,
    enabled: false,
    trigger_words: ['weather'],
  });
});

test('switching sends no field that the row does not have', async () => {
  const row = InstalledAbility.parse({ id: 77, name: 'Weather' });
  server.script(json(200, {}));
  const { client } = createTestClient(server.baseUrl);
  await client.setInstalledAbility(row, { enabled: true, triggerWords: ['weather'] });
  expect(JSON.parse(String(server.seen[0]?.body))).toEqual({
    name: 'Weather',
    enabled: true,
    trigger_words: ['weather'],
  });
});

test('keeps the path of the base URL, with or without trailing slash', async () => {
  server.script(json(200, []), json(200, []));
  await createTestClient(`${server.baseUrl}/voice/v1`).client.listAbilities();
  await createTestClient(`${server.baseUrl}/voice/v1/`).client.listAbilities();
  expect(server.seen.map(({ url }) => url)).toEqual(Array(2).fill('/voice/v1/api/capabilities/get-all-capabilities/'));
});

test('an API key goes into X-API-KEY and nowhere else', async () => {
  server.script(json(200, []), json(200, {}), json(200, agents));
  const { client } = createTestClient(server.baseUrl);
  await client.listAbilities();
  await client.setAgentAbilities(AgentId.parse(3), [AbilityId.parse(1)]);
  expect(server.seen).toHaveLength(3);
  for (const { headers, url, body } of server.seen) {
    expect(headers['x-api-key']).toBe(KEY);
    expect(headers.authorization).toBeUndefined();
    expect(url + body).not.toContain(KEY);
  }
});

test('a JWT goes as Bearer', async () => {
  server.script(json(200, []));
  const value = 'made-up.jwt-for.tests';
  await createTestClient(server.baseUrl, { credential: { kind: 'jwt', value } }).client.listAbilities();
  expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${value}`);
  expect(server.seen[0]?.headers['x-api-key']).toBeUndefined();
});

test.each([
  { kind: 'api-key', value: '' },
  { kind: 'api-key', value: 'made-up\nkey' },
  { kind: 'jwt', value: 'made-up-key' },
] as const)('refuses the credential $kind $value without showing it', (credential) => {
  const create = () => createTestClient(server.baseUrl, { credential });
  expect(create).toThrow(TypeError);
  if (credential.value !== '') expect(create).not.toThrow(credential.value);
});

test.each([
  'service.example',
  'ftp://service.example',
  'https://ana:secret@service.example',
  'https://service.example/?a=1',
])('refuses the base URL %s', (baseUrl) => {
  expect(() => createTestClient(baseUrl)).toThrow(TypeError);
  expect(() => createTestClient(baseUrl)).not.toThrow('secret');
});

test('reports every attempt without query, credential or body', async () => {
  server.script(json(503, {}), json(200, agents));
  const { client, calls } = createTestClient(server.baseUrl);
  await client.listAgents({ withImage: true });
  const call = {
    endpoint: 'list Agents',
    method: 'GET',
    path: '/api/personalities/get-all-personalities/',
    durationMs: 0,
  };
  expect(calls).toEqual([
    { ...call, status: 503, attempt: 1, outcome: 'unavailable' },
    { ...call, status: 200, attempt: 2, outcome: 'ok' },
  ]);
});

test('a call does not fail because it could not be logged', async () => {
  server.script(json(200, []));
  const onCall = () => {
    throw new Error('The log is full.');
  };
  expect(await createTestClient(server.baseUrl, { onCall }).client.listAbilities()).toEqual([]);
});
