import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fault, flattenPackage } from '@abilities-bot/local-service';
import type { AbilityId } from '@abilities-bot/service-api';
import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../packages/local-service/test/caller.ts';
import { useLocalService } from '../../packages/local-service/test/test-service.ts';
import { uploadForm, validZip, zipOf } from '../../packages/local-service/test/upload-form.ts';
import type { AbilityUpload, ServiceClient } from '../../src/service/client.ts';
import { makeFolder } from '../make-folder.ts';
import { catchServiceError } from './catch-service-error.ts';
import { createTestClient } from './test-client.ts';

const { newAccount, service } = useLocalService();
const MAX_BYTES = 1024 * 1024;

/** Of a form that only sends a zip. */
const NO_FIELDS = { name: undefined, category: undefined, description: undefined, trigger_words: undefined };

let client: ServiceClient;
let caller: Caller;
let folder: string;
beforeEach(async () => {
  caller = await newAccount();
  const { apiKey } = caller;
  client = createTestClient(service().baseUrl, { credential: { kind: 'api-key', value: apiKey } }).client;
  folder = await makeFolder();
  service().faults.clear();
});

async function idOf(name: string): Promise<AbilityId> {
  const found = (await client.listAbilities()).find((ability) => ability.name === name);
  if (!found) throw new Error(`The account has no ${name}.`);
  return found.id;
}

async function releaseOf(id: AbilityId) {
  const release = await client.findRelease(id);
  if (!release) throw new Error('It has no release.');
  return release;
}

async function filesOf(id: AbilityId, name: string): Promise<Record<string, string>> {
  const path = join(folder, name);
  expect(await client.downloadPackage(id, path, MAX_BYTES)).toBe(true);
  return Object.fromEntries([...(await flattenPackage(path))].map(([file, content]) => [file, content.toString()]));
}

async function zipFile(files: Record<string, string>): Promise<{ path: string; fileName: string }> {
  const path = join(folder, 'new.zip');
  await writeFile(path, await zipOf(files));
  return { path, fileName: 'new.zip' };
}

test('finds the release of an installed Ability', async () => {
  const id = await idOf('Weather');
  const installed = (await client.listInstalledAbilities()).find(({ name }) => name === 'Weather');
  expect(await client.findRelease(id)).toEqual({
    abilityId: id,
    installedId: installed?.id,
    releaseId: expect.any(Number),
    version: 'v1',
    isCommitted: false,
  });
});

test('finds none for one that is not installed, and none for one that is not there', async () => {
  expect(await client.findRelease(await idOf('Garage Door'))).toBeNull();
  const gone = await idOf('Weather');
  await client.deleteAbilities([gone]);
  expect(await client.findRelease(gone)).toBeNull();
  expect(await client.downloadPackage(gone, join(folder, 'gone.zip'), MAX_BYTES)).toBe(false);
});

test('gives new code to a release, twice as well as once', async () => {
  const id = await idOf('Weather');
  const { releaseId } = await releaseOf(id);
  expect(Object.keys(await filesOf(id, 'before.zip'))).toContain('main.py');
  const files = { 'main.py': 'print(2)\n', 'data/words.txt': 'sun' };
  const zip = await zipFile(files);
  await client.updateRelease(releaseId, zip, 'Update of Weather');
  await client.updateRelease(releaseId, zip, 'Update of Weather');
  expect(await filesOf(id, 'after.zip')).toEqual(files);
  expect(await releaseOf(id)).toMatchObject({ releaseId, version: 'v1' });
  expect(await idOf('Weather')).toBe(id);
});

test('a package that the service refuses changes nothing', async () => {
  const id = await idOf('Weather');
  const before = await filesOf(id, 'before.zip');
  const path = join(folder, 'nested.zip');
  await writeFile(path, await validZip());
  const { releaseId } = await releaseOf(id);
  const error = await catchServiceError(client.updateRelease(releaseId, { path, fileName: 'nested.zip' }, 'Refused'));
  expect(error).toMatchObject({ kind: 'invalid-request', status: 400, detail: 'main.py file not found' });
  expect(await filesOf(id, 'after.zip')).toEqual(before);
});

test('after a lost answer the code is there, and sending again changes nothing', async () => {
  const id = await idOf('Weather');
  const { releaseId } = await releaseOf(id);
  const zip = await zipFile({ 'main.py': 'print(3)\n' });
  const match = { method: 'POST', path: /release-code/ };
  service().faults.add({ match, times: 1, fault: { kind: 'reset' }, afterEffect: true });
  expect(await catchServiceError(client.updateRelease(releaseId, zip, 'Lost'))).toMatchObject({
    kind: 'unavailable',
    mayHaveArrived: true,
  });
  expect(await filesOf(id, 'lost.zip')).toEqual({ 'main.py': 'print(3)\n' });
  await client.updateRelease(releaseId, zip, 'Lost');
  expect(await filesOf(id, 'again.zip')).toEqual({ 'main.py': 'print(3)\n' });
});

test('lists the releases of an Ability, enables an older one, and its code runs', async () => {
  const id = await idOf('Weather');
  const { releaseId: first } = await releaseOf(id);
  const before = await filesOf(id, 'first.zip');
  const form = new FormData();
  form.set('committed', 'true');
  form.set('commit_message', 'Sunny');
  const zip = new Uint8Array(await zipOf({ 'main.py': 'print(9)\n' }));
  form.set('zip_file', new File([zip], 'new.zip', { type: 'application/zip' }));
  await caller.sendForm('POST', `/api/capabilities/validate/release-code/${first}/`, form);
  await caller.sendForm('PUT', `/api/capabilities/edit-capability/${id}/`, await uploadForm({ fields: NO_FIELDS }));
  const [third, second, oldest] = (await client.listReleases(id)) ?? [];
  expect([third, second, oldest]).toMatchObject([
    { version: 'v3', isCommitted: false, commitMessage: null, isEnabled: true, createdAt: expect.any(String) },
    { version: 'v2', isCommitted: true, isEnabled: false },
    { id: first, version: 'v1', isCommitted: true, commitMessage: 'Sunny', isEnabled: false },
  ]);
  expect(await filesOf(id, 'third.zip')).not.toEqual(before);
  if (!second) throw new Error('It has no second release.');
  await client.enableRelease(second.id);
  await client.enableRelease(second.id);
  expect(await filesOf(id, 'second.zip')).toEqual({ 'main.py': 'print(9)\n' });
  // Code goes to the draft.
  expect(await releaseOf(id)).toMatchObject({ releaseId: third?.id, version: 'v3', isCommitted: false });
  expect((await client.listReleases(id))?.map(({ isEnabled }) => isEnabled)).toEqual([false, true, false]);
});

test('a release of an Ability that is gone is not found, and its list is null', async () => {
  const id = await idOf('Weather');
  const { releaseId } = await releaseOf(id);
  await client.deleteAbilities([id]);
  expect(await client.listReleases(id)).toBeNull();
  expect(await catchServiceError(client.enableRelease(releaseId))).toMatchObject({ kind: 'not-found', status: 404 });
});

test.each<[string, Fault]>([
  ['404', { kind: 'status', status: 404, body: { detail: 'Not found.' } }],
  ['404 as a web page', { kind: 'html', status: 404 }],
  ['405', { kind: 'status', status: 405, body: { detail: 'Method not allowed.' } }],
  ['redirect', { kind: 'redirect', location: '/login/' }],
])('a service that answers all of them with %s goes on serving the rest', async (_answer, fault) => {
  const id = await idOf('Weather');
  const { releaseId } = await releaseOf(id);
  service().faults.add({ match: { path: /\/get\/|\/validate\/|\/list\/|\/enable\// }, fault });
  expect(await client.findRelease(id)).toBeNull();
  expect(await client.downloadPackage(id, join(folder, 'none.zip'), MAX_BYTES)).toBe(false);
  const zip = await zipFile({ 'main.py': 'print(4)\n' });
  expect(await catchServiceError(client.updateRelease(releaseId, zip, ''))).toMatchObject({ kind: 'not-found' });
  expect(await client.listReleases(id)).toBeNull();
  expect(await catchServiceError(client.enableRelease(releaseId))).toMatchObject({ kind: 'not-found' });
  expect(await idOf('Weather')).toBe(id);
});

test('an upload whose answer got lost is found by all fields of the list', async () => {
  const upload: AbilityUpload = {
    name: 'Tides',
    category: 'skill',
    description: ' When the tide  turns ',
    triggerWords: ['tide, high water', 'tide'],
    zip: await zipFile({ 'tides/main.py': '', 'tides/__init__.py': '' }),
    existingIds: new Set((await client.listAbilities()).map(({ id }) => id)),
  };
  service().faults.add({
    match: { method: 'POST' },
    times: 1,
    fault: { kind: 'status', status: 500 },
    afterEffect: true,
  });
  expect(await client.uploadAbility(upload)).toEqual({
    abilityId: await idOf('Tides'),
    confirmedBy: 'list',
    detail: null,
  });
  const path = join(folder, 'tides.zip');
  expect(await client.downloadPackage(await idOf('Tides'), path, MAX_BYTES)).toBe(true);
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
});
