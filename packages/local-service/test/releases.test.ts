import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { abilityRows, type Caller, rowNamed } from './caller.ts';
import { codeOf, pushCode } from './package-code.ts';
import { useLocalService } from './test-service.ts';
import { uploadedId, zipOf } from './upload-form.ts';

const { newAccount } = useLocalService();

const Releases = z.array(z.looseObject({ id: z.number(), version: z.string(), is_user_enabled: z.boolean() }));

let caller: Caller;
let ability: number;
beforeEach(async () => {
  caller = await newAccount('empty');
  ability = await uploadedId(caller, { zip: await zipOf({ 'greeter/main.py': 'one', 'greeter/__init__.py': '' }) });
});

const list = (id = ability, as = caller) => as.get(`/api/capabilities/list/capability-releases/${id}/`);
const releases = async () => Releases.parse((await list()).body);
const enable = (id: number, as = caller) => as.sendJson('POST', `/api/capabilities/enable/release/${id}/`, {});
const joined = async () =>
  (await caller.get(`/api/capabilities/get/installed-capability/by-capability/${ability}/`)).body;

async function idOf(version: string): Promise<number> {
  const found = (await releases()).find((release) => release.version === version);
  if (!found) throw new Error(`no release ${version}`);
  return found.id;
}

test('lists the releases of an Ability, newest first, with the one that runs', async () => {
  const before = new Date().toISOString();
  await pushCode(caller, ability, 'two', 'Second try');
  const [newest, oldest, ...others] = await releases();
  expect(others).toEqual([]);
  expect(newest).toEqual({
    id: expect.any(Number),
    version: 'v2',
    is_committed: false,
    commit_message: '',
    is_user_enabled: true,
    created_at: expect.any(String),
  });
  expect(oldest).toMatchObject({ version: 'v1', is_committed: true, commit_message: 'Second try' });
  expect(oldest?.is_user_enabled).toBe(false);
  expect(String(newest?.created_at) >= before).toBe(true);
});

test('the enabled release is the one that every route shows', async () => {
  await pushCode(caller, ability, 'two', 'Done');
  await pushCode(caller, ability, 'three');
  const first = await idOf('v1');
  expect(await enable(first)).toMatchObject({ status: 200, body: { release_id: first, detail: 'Release enabled.' } });
  expect((await enable(first)).status).toBe(200);
  expect(await codeOf(caller, ability)).toBe('two');
  expect(await joined()).toMatchObject({ release_id: first, version: 'v1', is_committed: true });
  expect((await releases()).map(({ is_user_enabled }) => is_user_enabled)).toEqual([false, true]);
  expect(rowNamed(await abilityRows(caller), 'Greeter').capability_versions).toMatchObject([
    { version: 'v2', is_user_enabled: false },
    { version: 'v1', is_user_enabled: true },
  ]);
  await enable(await idOf('v2'));
  expect(await codeOf(caller, ability)).toBe('three');
});

test('new code runs, whichever release was enabled before', async () => {
  await pushCode(caller, ability, 'two', 'Done');
  await enable(await idOf('v1'));
  const open = await idOf('v2');
  await pushCode(caller, ability, 'three', undefined, open);
  expect(await codeOf(caller, ability)).toBe('three');
  await enable(await idOf('v1'));
  const form = new FormData();
  const zip = new Uint8Array(await zipOf({ 'greeter/main.py': 'four', 'greeter/__init__.py': '' }));
  form.set('zip_file', new File([zip], 'greeter.zip', { type: 'application/zip' }));
  expect((await caller.sendForm('PUT', `/api/capabilities/edit-capability/${ability}/`, form)).status).toBe(200);
  expect(await codeOf(caller, ability)).toBe('four');
  expect(await releases()).toMatchObject([
    { version: 'v3', is_user_enabled: true },
    { version: 'v2', is_user_enabled: false },
    { version: 'v1', is_user_enabled: false },
  ]);
});

test('one account sees and enables none of another', async () => {
  await pushCode(caller, ability, 'two', 'Done');
  const stranger = await newAccount('empty');
  expect(await list(ability, stranger)).toMatchObject({ status: 404, body: { detail: 'Ability not found.' } });
  const first = await idOf('v1');
  expect(await enable(first, stranger)).toMatchObject({ status: 404, body: { detail: 'Release not found.' } });
  expect(await codeOf(caller, ability)).toBe('two');
  expect((await releases())[0]).toMatchObject({ version: 'v2', is_user_enabled: true });
});

test.each([
  ['list/capability-releases/999999/', 'GET'],
  ['list/capability-releases/x/', 'GET'],
  ['enable/release/999999/', 'POST'],
  ['enable/release/x/', 'POST'],
])('%s is not found', async (path, method) => {
  const body = method === 'GET' ? undefined : {};
  expect(await caller.sendJson(method, `/api/capabilities/${path}`, body)).toMatchObject({ status: 404 });
});

test('a deleted Ability takes its enabled release along', async () => {
  await pushCode(caller, ability, 'two', 'Done');
  const first = await idOf('v1');
  await enable(first);
  await caller.sendJson('POST', '/api/capabilities/delete-capability/', { capability_ids: [ability] });
  expect((await list()).status).toBe(404);
  expect((await enable(first)).status).toBe(404);
});
