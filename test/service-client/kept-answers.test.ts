import { AbilityId, AgentId, InstalledAbility, ReleaseId } from '@abilities-bot/service-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceClient } from '../../src/service/client.ts';
import { catchServiceError } from './catch-service-error.ts';
import { json } from './hostile-answers.ts';
import { type Answer, type HostileServer, startHostileServer } from './hostile-server.ts';
import { makeUpload } from './make-upload.ts';
import { createTestClient } from './test-client.ts';

const LOOK = { mayBeCached: true };

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const rawRow = { id: 77, name: 'Weather', enabled: true, trigger_words: ['weather'] };
const row = InstalledAbility.parse(rawRow);
const off = { enabled: false, triggerWords: ['weather'] };
const open = (keepMs = 3000) => createTestClient(server.baseUrl, { keepMs });
const byMethod: Answer = (response, request) => json(200, request.method === 'GET' ? [rawRow] : {})(response, request);
const seen = () => server.seen.map(({ method = '', url = '' }) => `${method} ${url.split('/').at(-2)}`);

describe('a list', () => {
  test('is read once for all callers within the cache time, and again after it', async () => {
    server.script(json(200, []), json(200, [rawRow]));
    const { client, passTime } = open();
    await Promise.all([client.listInstalledAbilities(LOOK), client.listInstalledAbilities(LOOK)]);
    passTime(2999);
    expect(await client.listInstalledAbilities(LOOK)).toEqual([]);
    expect(server.seen).toHaveLength(1);
    passTime(1);
    expect(await client.listInstalledAbilities(LOOK)).toHaveLength(1);
  });

  test('is read again before a decision, and cached from there', async () => {
    server.script(json(200, []), json(200, [rawRow]));
    const { client } = open();
    await client.listInstalledAbilities(LOOK);
    expect(await client.listInstalledAbilities()).toHaveLength(1);
    expect(await client.listInstalledAbilities(LOOK)).toHaveLength(1);
    expect(server.seen).toHaveLength(2);
  });

  test('is not kept when it is not to be', async () => {
    server.script(json(200, []), json(200, []));
    const { client } = open(0);
    await client.listInstalledAbilities(LOOK);
    await client.listInstalledAbilities(LOOK);
    expect(server.seen).toHaveLength(2);
  });

  test('that could not be read is read again by the next caller', async () => {
    server.script(json(403, {}), json(200, []));
    const { client } = open();
    await catchServiceError(client.listInstalledAbilities(LOOK));
    expect(await client.listInstalledAbilities(LOOK)).toEqual([]);
  });
});

describe('a switch', () => {
  test('is newer than before, if the service returns that', async () => {
    server.script(json(200, [{ ...rawRow, last_updated: '2020-01-01T00:00:00Z' }]), json(200, { enabled: false }));
    const { client } = open();
    await client.listInstalledAbilities();
    await client.setInstalledAbility(row, off);
    const [after] = await client.listInstalledAbilities(LOOK);
    expect(Date.parse(after?.lastUpdated ?? '')).toBe(Date.parse('2025-01-01T00:00:00Z'));
  });

  test('is visible immediately, without a further call', async () => {
    server.script(json(200, [rawRow]), json(200, { enabled: false }));
    const { client } = open();
    await client.listInstalledAbilities();
    await client.setInstalledAbility(row, off);
    expect(await client.listInstalledAbilities(LOOK)).toMatchObject([{ enabled: false, triggerWords: ['weather'] }]);
    expect(server.seen).toHaveLength(2);
  });

  test.each([
    ['that fails', json(403, {}), off],
    ['with other words', json(200, {}), { enabled: false, triggerWords: ['fog'] }],
  ])('%s leaves nothing kept', async (_what, answer, change) => {
    server.script(json(200, [rawRow]), answer, json(200, []));
    const { client } = open();
    await client.listInstalledAbilities();
    await client.setInstalledAbility(row, change).catch(() => undefined);
    expect(await client.listInstalledAbilities(LOOK)).toEqual([]);
  });

  test('at the same time as another leaves nothing kept that knows of one only', async () => {
    server.script(json(200, [rawRow]), json(200, {}), json(200, {}), json(200, []));
    const { client } = open();
    await client.listInstalledAbilities();
    await Promise.all([client.setInstalledAbility(row, off), client.setInstalledAbility(row, off)]);
    expect(await client.listInstalledAbilities(LOOK)).toEqual([]);
  });

  test('and a read that began before its end: the read is not cached', async () => {
    // Either of the two may arrive first.
    server.script(...Array.from({ length: 4 }, () => byMethod));
    const { client } = open();
    await client.listInstalledAbilities();
    const switching = client.setInstalledAbility(row, off);
    await client.listInstalledAbilities(LOOK);
    await switching;
    await client.listInstalledAbilities(LOOK);
    expect(seen().filter((call) => call.startsWith('GET'))).toHaveLength(3);
  });
});

describe('what changes more than one list', () => {
  const lists = [json(200, []), json(200, []), json(200, { personalities: [] })];

  async function lookAtAll({ listAbilities, listAgents, listInstalledAbilities }: ServiceClient) {
    await listAbilities(LOOK);
    await listInstalledAbilities(LOOK);
    await listAgents(LOOK);
  }

  test('a deletion, which reads the list itself, leaves none of them kept', async () => {
    server.script(...lists, json(200, {}), json(200, []), ...lists);
    const { client } = open();
    await lookAtAll(client);
    await client.deleteAbilities([AbilityId.parse(5)]);
    await lookAtAll(client);
    expect(server.seen).toHaveLength(8);
  });

  test('an upload leaves none of them kept', async () => {
    server.script(...lists, json(201, { capability_id: 5, detail: 'ok' }), ...lists);
    const { client } = open();
    await lookAtAll(client);
    await client.uploadAbility(await makeUpload());
    await lookAtAll(client);
    expect(server.seen).toHaveLength(7);
  });

  test('an update in place leaves none of them kept', async () => {
    server.script(...lists, json(200, { detail: 'ok' }), ...lists);
    const { client } = open();
    await lookAtAll(client);
    const { zip } = await makeUpload();
    await client.updateRelease(ReleaseId.parse(9), zip, 'New words');
    await lookAtAll(client);
    expect(server.seen).toHaveLength(7);
  });

  test('enabling a release leaves none of them kept', async () => {
    server.script(...lists, json(200, { detail: 'ok' }), ...lists);
    const { client } = open();
    await lookAtAll(client);
    await client.enableRelease(ReleaseId.parse(9));
    await lookAtAll(client);
    expect(server.seen).toHaveLength(7);
  });

  test('an assignment, which installs, leaves none of them kept', async () => {
    server.script(...lists, json(200, {}), json(200, { personalities: [] }), ...lists);
    const { client } = open();
    await lookAtAll(client);
    await client.setAgentAbilities(AgentId.parse(3), [AbilityId.parse(5)]);
    await lookAtAll(client);
    expect(server.seen).toHaveLength(8);
  });
});

test('one Ability is read once for all callers within the cache time, and again after a deletion', async () => {
  const one = json(200, { id: 5, name: 'Weather' });
  server.script(one, one, json(200, {}), json(200, []), one);
  const { client } = open();
  const id = AbilityId.parse(5);
  const look = () => client.getAbility(id, LOOK);
  expect(await Promise.all([look(), look()])).toMatchObject([{ name: 'Weather' }, { name: 'Weather' }]);
  expect(server.seen).toHaveLength(1);
  await client.getAbility(id);
  expect(server.seen).toHaveLength(2);
  await client.deleteAbilities([id]);
  const before = server.seen.length;
  await look();
  expect(server.seen).toHaveLength(before + 1);
});
