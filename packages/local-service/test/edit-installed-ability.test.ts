import { describe, expect, test } from 'vitest';
import { abilityRows, type Caller, installedRows, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';

const { newAccount } = useLocalService();

async function edit(caller: Caller, name: string, body: unknown) {
  const { id } = rowNamed(await installedRows(caller), name);
  return caller.sendJson('PUT', `/api/capabilities/edit-installed-capability/${id}/`, body);
}

describe('7. Enable or Disable Ability', () => {
  test('enabled false disables; the Ability is not deleted; trigger words are set to the ones sent', async () => {
    const caller = await newAccount();
    const answer = await edit(caller, 'Weather', { enabled: false, trigger_words: ['rain today'] });
    expect(answer).toMatchObject({ status: 200, body: { enabled: false, detail: 'Ability disabled.' } });
    const row = rowNamed(await installedRows(caller), 'Weather');
    expect(row).toMatchObject({ enabled: false, trigger_words: ['rain today'] });
    expect(rowNamed(await abilityRows(caller), 'Weather').is_installed).toBe(true);
  });

  test('enabled true enables', async () => {
    const caller = await newAccount();
    await edit(caller, 'Radio', { enabled: true, trigger_words: ['play the radio'] });
    const row = rowNamed(await installedRows(caller), 'Radio');
    expect(row).toMatchObject({ enabled: true, trigger_words: ['play the radio'] });
  });

  test.each([
    ['empty trigger words', { enabled: true, trigger_words: [] }],
    ['a blank trigger word', { enabled: true, trigger_words: ['  '] }],
    ['no trigger words', { enabled: true }],
    ['trigger words as text', { enabled: true, trigger_words: 'a, b' }],
    ['no enabled', { trigger_words: ['a'] }],
    ['enabled as text', { enabled: 'true', trigger_words: ['a'] }],
    ['a list', []],
    ['null', null],
  ])('%s: not permitted, and nothing changes', async (_, body) => {
    const caller = await newAccount();
    const before = rowNamed(await installedRows(caller), 'Weather');
    expect(await edit(caller, 'Weather', body)).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
    expect(rowNamed(await installedRows(caller), 'Weather')).toEqual(before);
  });

  test('callers that resend the other fields of the row are safe', async () => {
    const caller = await newAccount();
    const before = rowNamed(await installedRows(caller), 'Weather');
    expect((await edit(caller, 'Weather', { ...before, enabled: false })).status).toBe(200);
    const after = rowNamed(await installedRows(caller), 'Weather');
    expect(after).toEqual({ ...before, enabled: false, last_updated: after.last_updated });
  });

  test.each([true, false])('agent_capability %s is kept, and a request without it leaves it', async (value) => {
    const caller = await newAccount();
    const name = value ? 'Memory Keeper' : 'Weather';
    const { trigger_words } = rowNamed(await installedRows(caller), name);
    const answer = await edit(caller, name, { enabled: true, trigger_words, agent_capability: value });
    expect(answer).toMatchObject({ status: 200, body: { agent_capability: value } });
    expect(rowNamed(await installedRows(caller), name).agent_capability).toBe(value);
    await edit(caller, name, { enabled: false, trigger_words });
    expect(rowNamed(await installedRows(caller), name)).toMatchObject({ enabled: false, agent_capability: value });
  });

  test('another category is saved', async () => {
    const caller = await newAccount();
    await edit(caller, 'Weather', { enabled: true, trigger_words: ['a'], category: 'local' });
    expect(rowNamed(await installedRows(caller), 'Weather').category).toBe('local');
  });

  test.each([
    [{ name: 'Other' }, 'name: cannot be changed here.'],
    [{ system_capability: true }, 'system_capability: cannot be changed.'],
    [{ category: 'game' }, 'category: is not valid.'],
    [{ agent_capability: 'yes' }, 'agent_capability: must be true or false.'],
  ])('%j is refused, and nothing changes', async (field, detail) => {
    const caller = await newAccount();
    const before = rowNamed(await installedRows(caller), 'Weather');
    const answer = await edit(caller, 'Weather', { enabled: false, trigger_words: ['a'], ...field });
    expect(answer).toMatchObject({ status: 400, body: { detail } });
    expect(rowNamed(await installedRows(caller), 'Weather')).toEqual(before);
  });

  test('an orphan: Installed Ability does not exist', async () => {
    const answer = await edit(await newAccount(), 'Old Jukebox', { enabled: false, trigger_words: ['a'] });
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Installed Ability does not exist' } });
  });

  test('an ID that was never installed: the same', async () => {
    const path = '/api/capabilities/edit-installed-capability/1/';
    const answer = await (await newAccount()).sendJson('PUT', path, { enabled: false, trigger_words: ['a'] });
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Installed Ability does not exist' } });
  });
});
