import { describe, expect, test } from 'vitest';
import { abilityRows, installedRows, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';

const { newAccount } = useLocalService();

describe('4-6. Read Abilities', () => {
  test('Get Ability returns one Ability by its ID: the same row as in the list', async () => {
    const caller = await newAccount();
    for (const row of await abilityRows(caller)) {
      const answer = await caller.get(`/api/capabilities/get-capability/${row.id}/`);
      expect(answer).toMatchObject({ status: 200, body: row });
    }
  });

  test.each(['1', 'abc', '-1', '1.5', '99999999999999999999'])('Get Ability of %s is 404', async (id) => {
    const answer = await (await newAccount()).get(`/api/capabilities/get-capability/${id}/`);
    expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
  });

  test('an installed ID is no Ability ID, and the other way round', async () => {
    const caller = await newAccount();
    const installed = rowNamed(await installedRows(caller), 'Weather').id;
    const ability = rowNamed(await abilityRows(caller), 'Weather').id;
    expect((await caller.get(`/api/capabilities/get-capability/${installed}/`)).status).toBe(404);
    const edit = { enabled: true, trigger_words: ['x'] };
    expect((await caller.sendJson('PUT', `/api/capabilities/edit-installed-capability/${ability}/`, edit)).status).toBe(
      404,
    );
  });

  test('List Abilities returns a bare array of every Ability on the account', async () => {
    const rows = await abilityRows(await newAccount());
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map((row) => row.category))).toEqual(
      new Set(['skill', 'brain_skill', 'background_daemon', 'local']),
    );
    expect(rows.filter((row) => row.is_installed)).toHaveLength(9);
  });

  test('an empty account has empty lists, not empty bodies', async () => {
    const caller = await newAccount('empty');
    expect(await abilityRows(caller)).toEqual([]);
    expect(await installedRows(caller)).toEqual([]);
  });

  test('List Installed Abilities returns rows with their own IDs and no Ability ID', async () => {
    const caller = await newAccount();
    const rows = await installedRows(caller);
    expect(Object.keys(rowNamed(rows, 'Weather'))).toEqual([
      'id',
      'name',
      'category',
      'enabled',
      'trigger_words',
      'last_updated',
      'image_file',
      'default',
      'system_capability',
      'agent_capability',
      'shortcut',
    ]);
    const abilityIds = (await abilityRows(caller)).map(({ id }) => id);
    expect(Math.min(...rows.map(({ id }) => id))).toBeGreaterThan(Math.max(...abilityIds));
  });

  test('the demo shows every state', async () => {
    const caller = await newAccount();
    const rows = await installedRows(caller);
    const names = (await abilityRows(caller)).map(({ name }) => name);
    expect(rows.filter(({ name }) => !names.includes(name)).map(({ name }) => name)).toEqual(['Old Jukebox']);
    expect(rowNamed(rows, 'Radio').trigger_words).toEqual([]);
    expect(rowNamed(rows, 'Night Watch').enabled).toBe(false);
    expect(rowNamed(rows, 'Memory Keeper').agent_capability).toBe(false);
    expect(rowNamed(rows, 'System Update').system_capability).toBe(true);
    expect(rowNamed(rows, 'Café Finder').enabled).toBe(true);
  });
});
