import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { flattenPackage } from '../src/packages/flatten-package.ts';
import { abilityRows, agentRows, type Caller, installedRows, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';
import { uploadedId, zipOf } from './upload-form.ts';

const { newAccount, service, dataDir } = useLocalService({ agentRowsCarryAbilities: true });

const Detail = z.looseObject({
  release_id: z.int(),
  version: z.string(),
  is_committed: z.boolean(),
  trigger_words: z.array(z.string()),
});

/** The first read of `push`: the release that it may send code to. */
async function readDetail(caller: Caller, id: number): Promise<z.infer<typeof Detail>> {
  const answer = await caller.get(`/api/capabilities/get/installed-capability/by-capability/${id}/`);
  expect(answer.status).toBe(200);
  return Detail.parse(answer.body);
}

/** `push`: a flat zip to the release that the detail names, then the detail again for the manifest. */
async function push(caller: Caller, id: number, code: string, commitMessage?: string) {
  const { release_id } = await readDetail(caller, id);
  const form = new FormData();
  form.set('committed', commitMessage === undefined ? 'false' : 'true');
  form.set('commit_message', commitMessage ?? '');
  const zip = new Uint8Array(await zipOf({ 'main.py': code, '__init__.py': '' }));
  form.set('zip_file', new File([zip], 'ability.zip', { type: 'application/zip' }));
  const answer = await caller.sendForm('POST', `/api/capabilities/validate/release-code/${release_id}/`, form);
  expect(answer).toMatchObject({ status: 200, body: { detail: expect.any(String) } });
  return { sentTo: release_id, detail: await readDetail(caller, id) };
}

/** `sync`: the list, then the detail and the code of each Ability. */
async function sync(caller: Caller): Promise<{ name: string; version: string; code: string | undefined }[]> {
  const synced = [];
  for (const { id, name } of await abilityRows(caller)) {
    const { version } = await readDetail(caller, id);
    const url = `${service().baseUrl}/api/capabilities/get/template-file/${id}/`;
    const response = await fetch(url, { headers: { 'X-API-KEY': caller.apiKey } });
    const path = join(dataDir(), `synced-${id}.zip`);
    await writeFile(path, Buffer.from(await response.arrayBuffer()));
    synced.push({ name, version, code: (await flattenPackage(path)).get('main.py')?.toString() });
  }
  return synced;
}

const versionsOf = async (caller: Caller) => rowNamed(await abilityRows(caller), 'Myskill').capability_versions;

test('the editing loop of the public command-line tool: create, push, commit, sync, assign, delete', async () => {
  const caller = await newAccount('empty');
  const id = await uploadedId(caller, {
    fields: { name: 'Myskill', trigger_words: 'run my skill, my skill' },
    zip: await zipOf({ 'myskill/main.py': 'one', 'myskill/__init__.py': '' }),
  });
  const created = await readDetail(caller, id);
  expect(created).toMatchObject({ version: 'v1', is_committed: false, trigger_words: ['run my skill', 'my skill'] });

  const draft = await push(caller, id, 'two');
  expect(draft).toMatchObject({
    sentTo: created.release_id,
    detail: { release_id: created.release_id, version: 'v1', is_committed: false },
  });
  expect(await sync(caller)).toEqual([{ name: 'Myskill', version: 'v1', code: 'two' }]);

  const committed = await push(caller, id, 'three', 'v2 fix');
  expect(committed.sentTo).toBe(created.release_id);
  expect(committed.detail).toMatchObject({ version: 'v2', is_committed: false });
  expect(committed.detail.release_id).not.toBe(created.release_id);
  expect(committed.detail.releases).toMatchObject([
    { id: created.release_id, version: 'v1', is_committed: true, commit_message: 'v2 fix' },
    { id: committed.detail.release_id, version: 'v2', is_committed: false },
  ]);
  expect(await versionsOf(caller)).toEqual([
    // A public client sends its next update to the first of them.
    { id: committed.detail.release_id, version: 'v2', is_committed: false, is_user_enabled: true },
    { id: created.release_id, version: 'v1', is_committed: true, is_user_enabled: false },
  ]);
  expect(await sync(caller)).toEqual([{ name: 'Myskill', version: 'v2', code: 'three' }]);

  const next = await push(caller, id, 'four');
  expect(next).toMatchObject({ sentTo: committed.detail.release_id, detail: { version: 'v2', is_committed: false } });
  expect(await sync(caller)).toEqual([{ name: 'Myskill', version: 'v2', code: 'four' }]);

  const deleted = await caller.sendJson('POST', '/api/capabilities/delete-capability/', { capability_ids: [id] });
  expect(deleted.status).toBe(200);
  expect(await sync(caller)).toEqual([]);
});

test('assign: without an Agent it is not installed, and an Agent installs it with the words that were sent', async () => {
  const caller = await newAccount();
  const id = await uploadedId(caller, { fields: { name: 'Myskill', trigger_words: 'run my skill' } });
  expect((await installedRows(caller)).map(({ name }) => name)).not.toContain('Myskill');
  const agent = rowNamed(await agentRows(caller), 'Atlas');
  const form = new FormData();
  form.set('personality_id', String(agent.id));
  form.append('matching_capabilities', String(id));
  expect((await caller.sendForm('PUT', '/api/personalities/edit-personality/', form)).status).toBe(200);
  expect(rowNamed(await agentRows(caller), 'Atlas').matching_capabilities).toEqual([id]);
  expect(rowNamed(await installedRows(caller), 'Myskill').trigger_words).toEqual(['run my skill']);
  expect((await push(caller, id, 'two')).detail).toMatchObject({ version: 'v1', trigger_words: ['run my skill'] });
});

test('a committed release takes no more code, and keeps what it has', async () => {
  const caller = await newAccount('empty');
  const id = await uploadedId(caller, { fields: { name: 'Myskill' } });
  const { sentTo } = await push(caller, id, 'two', 'done');
  const form = new FormData();
  const zip = new Uint8Array(await zipOf({ 'main.py': 'three' }));
  form.set('zip_file', new File([zip], 'ability.zip', { type: 'application/zip' }));
  const answer = await caller.sendForm('POST', `/api/capabilities/validate/release-code/${sentTo}/`, form);
  expect(answer).toMatchObject({ status: 400, body: { detail: 'This release is committed. Push to the open one.' } });
  expect(await sync(caller)).toEqual([{ name: 'Myskill', version: 'v2', code: 'two' }]);
});

test('each commit keeps its package, a draft only its latest, and a delete removes all of them', async () => {
  const caller = await newAccount('empty');
  const packages = () => readdir(join(dataDir(), 'packages'));
  const before = await packages();
  const id = await uploadedId(caller, { fields: { name: 'Myskill' } });
  for (const message of ['a', 'b', 'c']) {
    await push(caller, id, `draft ${message}`);
    await push(caller, id, `code ${message}`, message);
  }
  expect(await versionsOf(caller)).toHaveLength(4);
  expect(await packages()).toHaveLength(before.length + 3);
  await caller.sendJson('POST', '/api/capabilities/delete-capability/', { capability_ids: [id] });
  expect(await packages()).toEqual(before);
});
