import { describe, expect, test } from 'vitest';
import { abilityRows, type Caller, installedRows, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';
import { uploadedId, zipOf } from './upload-form.ts';

const { newAccount } = useLocalService();

const idOf = async (caller: Caller, name: string) => rowNamed(await abilityRows(caller), name).id;

function edit(caller: Caller, id: number, fields: Record<string, string>, zip?: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (zip) form.set('zip_file', new File([new Uint8Array(zip)], 'ability.zip', { type: 'application/zip' }));
  return caller.sendForm('PUT', `/api/capabilities/edit-capability/${id}/`, form);
}

describe('PUT edit-capability', () => {
  test('saves every field, and the lists and the installed record show it', async () => {
    const caller = await newAccount();
    const id = await idOf(caller, 'Weather');
    const fields = {
      name: 'Better Weather',
      category: 'brain_skill',
      description: 'Tells more.',
      trigger_words: 'how is the sky, rain',
      selected_keys: '["maps", 7]',
    };
    expect(await edit(caller, id, fields)).toMatchObject({ status: 200, body: { capability_id: id } });
    expect(rowNamed(await abilityRows(caller), 'Better Weather')).toMatchObject({
      id,
      category: 'brain_skill',
      description: 'Tells more.',
      is_installed: true,
      trigger_words: ['how is the sky', 'rain'],
      selected_keys: ['maps', 7],
    });
    expect(rowNamed(await installedRows(caller), 'Better Weather')).toMatchObject({
      category: 'brain_skill',
      trigger_words: ['how is the sky', 'rain'],
    });
  });

  test('what is not sent stays as it is', async () => {
    const caller = await newAccount();
    const before = rowNamed(await abilityRows(caller), 'Weather');
    await edit(caller, before.id, { description: 'Tells more.' });
    const after = rowNamed(await abilityRows(caller), 'Weather');
    expect(after).toEqual({ ...before, description: 'Tells more.', last_updated: after.last_updated });
  });

  test('trigger words that were set on the installed Ability are kept', async () => {
    const caller = await newAccount();
    const installed = rowNamed(await installedRows(caller), 'Weather').id;
    const path = `/api/capabilities/edit-installed-capability/${installed}/`;
    await caller.sendJson('PUT', path, { enabled: true, trigger_words: ['mine'] });
    await edit(caller, await idOf(caller, 'Weather'), { trigger_words: 'theirs' });
    expect(rowNamed(await abilityRows(caller), 'Weather').trigger_words).toEqual(['theirs']);
    expect(rowNamed(await installedRows(caller), 'Weather').trigger_words).toEqual(['mine']);
  });

  test('a zip becomes the open release, and the one before is committed', async () => {
    const caller = await newAccount('empty');
    const id = await uploadedId(caller);
    const zip = await zipOf({ 'greeter/main.py': 'two' });
    expect((await edit(caller, id, { name: 'Greeter', category: 'skill' }, zip)).status).toBe(200);
    expect(rowNamed(await abilityRows(caller), 'Greeter').capability_versions).toEqual([
      { id: expect.any(Number), version: 'v2', is_committed: false, is_user_enabled: true },
      { id: expect.any(Number), version: 'v1', is_committed: true, is_user_enabled: false },
    ]);
    const file = await caller.get(`/api/capabilities/get/template-file/${id}/`);
    expect(file.status).toBe(200);
  });

  test('a caller of every later upload: fields first, then a commit to the draft that the list shows', async () => {
    const caller = await newAccount('empty');
    const id = await uploadedId(caller);
    await edit(caller, id, { name: 'Greeter', category: 'local', description: 'New.', trigger_words: 'hello there' });
    const shown = rowNamed(await abilityRows(caller), 'Greeter').capability_versions;
    expect(shown).toEqual([{ id: expect.any(Number), version: 'v1', is_committed: false, is_user_enabled: true }]);
  });

  test.each([
    ['a taken name', { name: 'News' }, 'Ability with same name already exists'],
    ['a name of symbols', { name: '-' }, 'name: must start with a letter and contain only letters, digits and spaces.'],
    ['another category', { category: 'game' }, /^category: must be one of /],
    ['keys that are no list', { selected_keys: '{}' }, 'selected_keys: must be a JSON list.'],
    ['keys that are no JSON', { selected_keys: '[' }, 'selected_keys: must be a JSON list.'],
    ['nothing at all', {}, 'Nothing to change: send a field or a file.'],
  ])('%s is 400, and nothing changes', async (_, fields, detail) => {
    const caller = await newAccount();
    const before = await abilityRows(caller);
    const answer = await edit(caller, await idOf(caller, 'Weather'), fields);
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
    expect(await abilityRows(caller)).toEqual(before);
  });

  test('a flat zip is refused, and nothing changes', async () => {
    const caller = await newAccount();
    const before = await abilityRows(caller);
    const answer = await edit(caller, await idOf(caller, 'Weather'), { name: 'Sky' }, await zipOf({ 'main.py': '' }));
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: 'Expected a single top-level directory in ability zipfile' },
    });
    expect(await abilityRows(caller)).toEqual(before);
  });

  test("404 for an unknown Ability and for another account's", async () => {
    const foreign = await idOf(await newAccount(), 'Weather');
    const caller = await newAccount();
    for (const id of [1, foreign]) expect((await edit(caller, id, { name: 'Sky' })).status).toBe(404);
  });
});
