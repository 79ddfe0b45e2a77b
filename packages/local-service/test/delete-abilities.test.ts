import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { abilityRows, agentRows, installedRows, request, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';
import { uploadedId } from './upload-form.ts';

const { newAccount, service, dataDir } = useLocalService({ agentRowsCarryAbilities: true });
const PATH = '/api/capabilities/delete-capability/';

describe('8. Delete Ability', () => {
  test('several IDs delete several in one call, permanently', async () => {
    const caller = await newAccount();
    const rows = await abilityRows(caller);
    const ids = [rowNamed(rows, 'Weather').id, rowNamed(rows, 'Focus Coach').id];
    const answer = await caller.sendJson('POST', PATH, { capability_ids: ids });
    expect(answer).toMatchObject({ status: 200, body: { deleted: ids, detail: `Deleted: ${ids.join(', ')}.` } });
    const left = (await abilityRows(caller)).map(({ id }) => id);
    expect(left).toEqual(rows.map(({ id }) => id).filter((id) => !ids.includes(id)));
    expect((await caller.get(`/api/capabilities/get-capability/${ids[0]}/`)).status).toBe(404);
  });

  test('its installed record and its assignments go with it', async () => {
    const caller = await newAccount();
    const { id } = rowNamed(await abilityRows(caller), 'Weather');
    await caller.sendJson('POST', PATH, { capability_ids: [id] });
    expect((await installedRows(caller)).map(({ name }) => name)).not.toContain('Weather');
    expect(rowNamed(await agentRows(caller), 'Atlas').matching_capabilities).toEqual([]);
  });

  test('its package is removed from disk', async () => {
    const caller = await newAccount('empty');
    const before = await readdir(join(dataDir(), 'packages'));
    const id = await uploadedId(caller);
    await caller.sendJson('POST', PATH, { capability_ids: [id] });
    expect(await readdir(join(dataDir(), 'packages'))).toEqual(before);
  });

  test('those that exist are deleted, and the others are named', async () => {
    const caller = await newAccount();
    const { id } = rowNamed(await abilityRows(caller), 'News');
    const answer = await caller.sendJson('POST', PATH, { capability_ids: [id, 1, 2] });
    expect(answer).toMatchObject({ status: 200, body: { detail: `Deleted: ${id}. Not on this account: 1, 2.` } });
  });

  test('404 when none exists', async () => {
    const answer = await (await newAccount()).sendJson('POST', PATH, { capability_ids: [1] });
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Not on this account: 1.' } });
  });

  test('a system Ability cannot be deleted, alone or beside others, and stays one when it was uninstalled', async () => {
    const caller = await newAccount();
    const rows = await abilityRows(caller);
    const system = rowNamed(rows, 'System Update').id;
    const other = rowNamed(rows, 'News').id;
    const refused = { status: 400, body: { detail: 'Invalid user Ability' } };
    expect(await caller.sendJson('POST', PATH, { capability_ids: [system] })).toMatchObject(refused);
    expect(await caller.sendJson('DELETE', `${PATH}${system}`, undefined)).toMatchObject(refused);
    expect(await caller.sendJson('POST', PATH, { capability_ids: [system, other, 1] })).toMatchObject({
      status: 200,
      body: { deleted: [other], detail: `Deleted: ${other}. Invalid user Ability: ${system}. Not on this account: 1.` },
    });
    // Callers then uninstall it by the only ID they have.
    const uninstall = `/api/capabilities/uninstall-capability/${system}/`;
    expect((await caller.sendJson('DELETE', uninstall, undefined)).status).toBe(200);
    expect((await installedRows(caller)).map(({ name }) => name)).not.toContain('System Update');
    expect(await caller.sendJson('POST', PATH, { capability_ids: [system] })).toMatchObject(refused);
    expect((await abilityRows(caller)).map(({ name }) => name)).toContain('System Update');
  });

  test.each([{}, { capability_ids: [] }, { capability_ids: 6001 }, { capability_ids: ['x'] }])(
    'capability_ids is required: %j is refused',
    async (body) => {
      const caller = await newAccount();
      expect((await caller.sendJson('POST', PATH, body)).status).toBe(400);
      expect(await abilityRows(caller)).toHaveLength(12);
    },
  );

  test.each(['', '/'])('DELETE …/delete-capability/{id}%s deletes one', async (ending) => {
    const caller = await newAccount();
    const { id } = rowNamed(await abilityRows(caller), 'News');
    const url = `${service().baseUrl}${PATH}${id}${ending}`;
    // Some callers declare JSON on a DELETE but send none.
    const headers = { 'X-API-KEY': caller.apiKey, 'Content-Type': 'application/json' };
    expect(await request(url, { method: 'DELETE', headers })).toMatchObject({ status: 200, body: { deleted: [id] } });
    expect((await abilityRows(caller)).map(({ name }) => name)).not.toContain('News');
  });

  test('DELETE …/uninstall-capability/{installed id}/ keeps the Ability and unassigns it', async () => {
    const caller = await newAccount();
    const { id } = rowNamed(await installedRows(caller), 'Weather');
    const headers = { 'X-API-KEY': caller.apiKey };
    const url = `${service().baseUrl}/api/capabilities/uninstall-capability/${id}/`;
    expect(await request(url, { method: 'DELETE', headers })).toMatchObject({ status: 200 });
    expect(rowNamed(await abilityRows(caller), 'Weather').is_installed).toBe(false);
    expect(rowNamed(await agentRows(caller), 'Atlas').matching_capabilities).toEqual([]);
    expect(await request(url, { method: 'DELETE', headers })).toMatchObject({ status: 404 });
  });

  test('an orphan can be uninstalled', async () => {
    const caller = await newAccount();
    const { id } = rowNamed(await installedRows(caller), 'Old Jukebox');
    const url = `${service().baseUrl}/api/capabilities/uninstall-capability/${id}/`;
    expect((await request(url, { method: 'DELETE', headers: { 'X-API-KEY': caller.apiKey } })).status).toBe(200);
    expect((await installedRows(caller)).map(({ name }) => name)).not.toContain('Old Jukebox');
  });
});
