import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { abilityRows, agentRows, installedRows, request, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';
import { upload, uploadedId, zipOf } from './upload-form.ts';

const { newAccount } = useLocalService({ agentRowsCarryAbilities: true });
const strict = useLocalService({ forbiddenModules: ['socket'] });

describe('3. Upload Ability', () => {
  test('success is 201 with capability_id and detail', async () => {
    const caller = await newAccount('empty');
    const answer = await upload(caller);
    expect(answer).toMatchObject({
      status: 201,
      body: { capability_id: expect.any(Number), detail: 'Ability created.' },
    });
  });

  test('what was sent is what the lists show', async () => {
    const caller = await newAccount('empty');
    const id = await uploadedId(caller, {
      fields: { category: 'background_daemon', trigger_words: ' say hello ,, greet me' },
    });
    expect(await abilityRows(caller)).toMatchObject([
      {
        id,
        name: 'Greeter',
        category: 'background_daemon',
        description: 'Says hello.',
        trigger_words: ['say hello', 'greet me'],
        is_installed: false,
        is_approved: true,
        is_published: false,
        last_updated: expect.any(String),
        capability_versions: [{ id: expect.any(Number), version: 'v1', is_committed: false, is_user_enabled: true }],
      },
    ]);
  });

  test('an upload alone is not installed', async () => {
    const caller = await newAccount('empty');
    await upload(caller);
    expect(await installedRows(caller)).toEqual([]);
  });

  test('personality_id installs it, enabled, into that Agent', async () => {
    const caller = await newAccount();
    const agent = rowNamed(await agentRows(caller), 'Atlas').id;
    const id = await uploadedId(caller, { fields: { personality_id: String(agent) } });
    expect(rowNamed(await installedRows(caller), 'Greeter')).toMatchObject({ enabled: true, agent_capability: true });
    expect(rowNamed(await agentRows(caller), 'Atlas').matching_capabilities).toContain(id);
  });

  test('an empty personality_id counts as none', async () => {
    expect((await upload(await newAccount('empty'), { fields: { personality_id: '' } })).status).toBe(201);
  });

  test('an unknown personality_id is 404, and nothing is created', async () => {
    const caller = await newAccount('empty');
    expect((await upload(caller, { fields: { personality_id: '1' } })).status).toBe(404);
    expect(await abilityRows(caller)).toEqual([]);
  });

  test.each(['name', 'category', 'description', 'trigger_words'])('%s is required', async (field) => {
    const caller = await newAccount('empty');
    const answer = await upload(caller, { fields: { [field]: undefined } });
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(new RegExp(`^${field}: `)) } });
    expect(await abilityRows(caller)).toEqual([]);
  });

  test('zip_file is required', async () => {
    const answer = await upload(await newAccount('empty'), { zip: null });
    expect(answer).toMatchObject({ status: 400, body: { detail: 'zip_file: is required, as a file.' } });
  });

  test('trigger_words of commas only are refused', async () => {
    expect((await upload(await newAccount('empty'), { fields: { trigger_words: ' , ,' } })).status).toBe(400);
  });

  test.each(['skill', 'brain_skill', 'background_daemon', 'local'])('category may be %s', async (category) => {
    expect((await upload(await newAccount('empty'), { fields: { category } })).status).toBe(201);
  });

  test('any other category is refused', async () => {
    const answer = await upload(await newAccount('empty'), { fields: { category: 'Skill' } });
    expect(answer.body).toEqual({ detail: 'category: must be one of skill, brain_skill, background_daemon, local.' });
  });

  test.each(['application/zip', 'application/x-zip', 'application/x-zip-compressed', 'application/octet-stream'])(
    'content type %s is accepted for zip_file',
    async (contentType) => {
      expect((await upload(await newAccount('empty'), { contentType })).status).toBe(201);
    },
  );

  test('any other content type is refused by name', async () => {
    const answer = await upload(await newAccount('empty'), { contentType: 'application/x-tar' });
    expect(answer).toMatchObject({ status: 400, body: { detail: 'Unsupported file format application/x-tar' } });
  });

  test.each(['Greeter', 'Route 66', 'Café Lumière', '天気 予報', 'Ünïcode 2'])(
    'the name %s is accepted',
    async (name) => {
      const caller = await newAccount('empty');
      expect((await upload(caller, { fields: { name } })).status).toBe(201);
      expect((await abilityRows(caller)).map((row) => row.name)).toEqual([name]);
    },
  );

  test.each(['night-watch', '2 Fast', 'Tab\tbed', 'Dot.', 'Em — dash'])('the name %j is refused', async (name) => {
    expect((await upload(await newAccount('empty'), { fields: { name } })).status).toBe(400);
  });

  test('a name of the account: the Ability with the same name already exists', async () => {
    const caller = await newAccount();
    const answer = await upload(caller, { fields: { name: 'Weather' } });
    expect(answer).toMatchObject({ status: 400, body: { detail: 'Ability with same name already exists' } });
  });

  test('the same name in two spellings of Unicode is the same name', async () => {
    const answer = await upload(await newAccount(), { fields: { name: 'Café Finder'.normalize('NFD') } });
    expect(answer.body).toEqual({ detail: 'Ability with same name already exists' });
  });

  test('the existing Ability must be deleted first to replace it', async () => {
    const caller = await newAccount('empty');
    const id = await uploadedId(caller);
    await caller.sendJson('POST', '/api/capabilities/delete-capability/', { capability_ids: [id] });
    expect(await uploadedId(caller)).not.toBe(id);
  });

  test('of many simultaneous uploads of one name exactly one succeeds', async () => {
    const caller = await newAccount('empty');
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
    expect(await abilityRows(caller)).toHaveLength(1);
  });

  test('a zip without a single top-level directory', async () => {
    const caller = await newAccount('empty');
    const detail = 'Expected a single top-level directory in ability zipfile';
    for (const zip of [
      await zipOf({ 'main.py': '' }),
      await zipOf({ 'a/main.py': '', 'b/main.py': '' }),
      await zipOf({ 'a/main.py': '', 'README.md': '' }),
    ]) {
      expect(await upload(caller, { zip })).toMatchObject({ status: 400, body: { detail } });
    }
  });

  test('a zip without main.py in that directory', async () => {
    const zip = await zipOf({ 'a/readme.md': '', 'a/deep/main.py': '' });
    expect((await upload(await newAccount('empty'), { zip })).body).toEqual({ detail: 'main.py file not found' });
  });

  test('a file that is no zip', async () => {
    const answer = await upload(await newAccount('empty'), { zip: Buffer.from('<html>Please log in</html>') });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        detail:
          'The file is a web page, not a zip. The download probably required signing in. Zip the folder of your Ability.',
      },
    });
  });

  test.each(['import socket', 'from socket import socket', 'import os, socket as s', '  import socket.io'])(
    'where modules are forbidden: %s',
    async (line) => {
      const caller = await strict.newAccount('empty');
      const zip = await zipOf({ 'a/main.py': `"""socket"""\n${line}\n` });
      expect((await upload(caller, { zip })).body).toEqual({ detail: 'Forbidden module import: socket' });
      const harmless = await zipOf({ 'a/main.py': 'import sockets\nfrom .socket import x\n# import socket\n' });
      expect((await upload(caller, { zip: harmless })).status).toBe(201);
    },
  );

  test('image_file is optional, and shown as a URL that answers', async () => {
    const caller = await newAccount();
    const agent = rowNamed(await agentRows(caller), 'Echo').id;
    const image = { content: 'made-up pixels', type: 'image/png' };
    await upload(caller, { image, fields: { personality_id: String(agent) } });
    const url = rowNamed(await installedRows(caller), 'Greeter').image_file;
    expect(await request(String(url))).toMatchObject({ status: 200, body: 'made-up pixels' });
  });

  test('an image of another type is refused', async () => {
    const answer = await upload(await newAccount('empty'), { image: { content: 'x', type: 'text/html' } });
    expect(answer.body).toEqual({ detail: 'Unsupported file format text/html' });
  });

  test('a body that is not multipart is 415', async () => {
    const caller = await newAccount('empty');
    const path = '/api/capabilities/add-capability/';
    expect((await caller.sendJson('POST', path, { name: 'Greeter' })).status).toBe(415);
  });
});

describe('upload size', () => {
  const small = useLocalService({ maxUploadBytes: 2000 });

  test('a zip over the limit is 413, also one far over it', async () => {
    const caller = await small.newAccount('empty');
    for (const bytes of [2001, 20_000_000]) {
      const answer = await upload(caller, { zip: Buffer.alloc(bytes) });
      expect(answer).toMatchObject({ status: 413, body: { detail: 'zip_file is too large.' } });
    }
  });
});

describe('files on disk', () => {
  const small = useLocalService({ maxUploadBytes: 2000 });

  test('a refused upload leaves no file behind', async () => {
    const caller = await small.newAccount('empty');
    await upload(caller, { zip: Buffer.alloc(3000) });
    await upload(caller, { zip: Buffer.from('not a zip') });
    await upload(caller, { fields: { name: 'night-watch' } });
    await upload(caller, { contentType: 'text/plain' });
    expect(await readdir(join(small.dataDir(), 'packages'))).toEqual([]);
    await upload(caller);
    await upload(caller);
    expect(await readdir(join(small.dataDir(), 'packages'))).toHaveLength(1);
  });
});
