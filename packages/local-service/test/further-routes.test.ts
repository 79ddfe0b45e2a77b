import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { flattenPackage } from '../src/packages/flatten-package.ts';
import { abilityRows, type Caller, installedRows, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';
import { uploadedId, validZip, zipOf } from './upload-form.ts';

const { newAccount, service, dataDir } = useLocalService();

const ByAbility = z.looseObject({
  id: z.number(),
  release_id: z.number(),
  releases: z.array(z.looseObject({ id: z.number() })),
});

async function byAbility(caller: Caller, name: string) {
  const { id } = rowNamed(await abilityRows(caller), name);
  const answer = await caller.get(`/api/capabilities/get/installed-capability/by-capability/${id}/`);
  return { id, answer };
}

/** The files of the zip that template-file returns. */
async function templateFiles(caller: Caller, ability: number): Promise<Record<string, string>> {
  const url = `${service().baseUrl}/api/capabilities/get/template-file/${ability}/`;
  const response = await fetch(url, { headers: { 'X-API-KEY': caller.apiKey } });
  expect(response.headers.get('content-type')).toBe('application/zip');
  const path = join(dataDir(), `template-${ability}.zip`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  const files = await flattenPackage(path);
  return Object.fromEntries([...files].map(([name, content]) => [name, content.toString()]));
}

function releaseForm(zip: Uint8Array<ArrayBufferLike>, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('zip_file', new File([new Uint8Array(zip)], 'code.zip', { type: 'application/zip' }));
  return form;
}

describe('GET template-file', () => {
  test('answers the package with its files at the root', async () => {
    const caller = await newAccount('empty');
    const zip = await zipOf({
      'greeter/main.py': 'print(1)\n',
      'greeter/data/words.txt': 'hello',
      'greeter/__init__.py': '',
    });
    const id = await uploadedId(caller, { zip });
    expect(await templateFiles(caller, id)).toEqual({
      'main.py': 'print(1)\n',
      'data/words.txt': 'hello',
      '__init__.py': '',
    });
  });

  test('each Ability of the demo has a real package', async () => {
    const caller = await newAccount();
    for (const { id } of await abilityRows(caller)) {
      expect(Object.keys(await templateFiles(caller, id)).sort()).toEqual(['README.md', '__init__.py', 'main.py']);
    }
  });

  test('404 for an unknown Ability', async () => {
    expect((await (await newAccount()).get('/api/capabilities/get/template-file/1/')).status).toBe(404);
  });
});

describe('GET installed-capability/by-capability', () => {
  test('joins an Ability ID with its installed ID and its releases', async () => {
    const caller = await newAccount();
    const { id, answer } = await byAbility(caller, 'Weather');
    const release = {
      id: expect.any(Number),
      version: 'v1',
      is_committed: false,
      commit_message: '',
      zip_file: `${service().baseUrl}/api/capabilities/get/template-file/${id}/`,
    };
    expect(answer.body).toEqual({
      id: rowNamed(await installedRows(caller), 'Weather').id,
      release_id: expect.any(Number),
      version: 'v1',
      is_committed: false,
      category: 'skill',
      description: 'Tells the weather now and for the next three days.',
      trigger_words: ['check the weather', 'what is the weather', 'weather forecast', 'will it rain'],
      releases: [release],
    });
  });

  test('not installed: no installed ID, but a release to push to', async () => {
    const { answer } = await byAbility(await newAccount(), 'Garage Door');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: null,
        release_id: expect.any(Number),
        version: 'v1',
        is_committed: false,
        trigger_words: ['open the garage', 'close the garage'],
      },
    });
  });

  test('404 for an unknown Ability', async () => {
    const path = '/api/capabilities/get/installed-capability/by-capability/1/';
    expect((await (await newAccount()).get(path)).status).toBe(404);
  });
});

describe('POST validate/release-code', () => {
  test('replaces the package of a release in place, from a flat zip', async () => {
    const caller = await newAccount();
    const { id, answer } = await byAbility(caller, 'Weather');
    const { release_id } = ByAbility.parse(answer.body);
    const form = releaseForm(await zipOf({ 'main.py': 'print(2)\n' }), {
      committed: 'false',
      commit_message: 'Try two',
    });
    const path = `/api/capabilities/validate/release-code/${release_id}/`;
    expect(await caller.sendForm('POST', path, form)).toMatchObject({ status: 200, body: { release_id } });
    expect(await templateFiles(caller, id)).toEqual({ 'main.py': 'print(2)\n' });
    const after = ByAbility.parse((await byAbility(caller, 'Weather')).answer.body);
    expect(after).toMatchObject({ release_id, is_committed: false, releases: [{ commit_message: 'Try two' }] });
  });

  test('a zip with a directory around it is refused, and nothing changes', async () => {
    const caller = await newAccount();
    const { id, answer } = await byAbility(caller, 'Weather');
    const before = await templateFiles(caller, id);
    const path = `/api/capabilities/validate/release-code/${ByAbility.parse(answer.body).release_id}/`;
    const refused = await caller.sendForm('POST', path, releaseForm(await validZip()));
    expect(refused).toMatchObject({ status: 400, body: { detail: 'main.py file not found' } });
    expect(await templateFiles(caller, id)).toEqual(before);
  });

  test('404 for an unknown release', async () => {
    const caller = await newAccount();
    const form = releaseForm(await zipOf({ 'main.py': '' }));
    expect((await caller.sendForm('POST', '/api/capabilities/validate/release-code/1/', form)).status).toBe(404);
  });
});
