import { once } from 'node:events';
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startLocalService } from '../src/start-local-service.ts';
import { abilityRows, makeCaller } from './caller.ts';
import { startProcess } from './service-process.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { upload } from './upload-form.ts';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(() => directory.remove());

test('a service that is closed leaves nothing of its database open', async () => {
  const apiKey = 'key-made-up-for-tests';
  for (const name of ['First Greeter', 'Second Greeter']) {
    const service = await startLocalService({ dataDir: directory.path, apiKey, logger: false });
    expect((await upload(makeCaller(service.baseUrl, apiKey), { fields: { name } })).status).toBe(201);
    await service.close();
    const files = (await readdir(directory.path, { withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.map((file) => file.name).toSorted()).toEqual(['service.lock', 'service.sqlite']);
  }
});

test('a database that cannot be closed is logged, and the data directory is unlocked all the same', async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const service = await startLocalService({ dataDir: directory.path, logger });
  // SQLite needs to create a file there when it leaves WAL mode.
  const inTheWay = join(directory.path, 'service.sqlite-journal');
  await mkdir(inTheWay);
  await service.close();
  expect(lines.filter((line) => line.includes('shutdown step failed'))).toHaveLength(1);
  await rmdir(inTheWay);
  await (await startLocalService({ dataDir: directory.path })).close();
});

describe('kill -9', () => {
  test('what was answered is still there, whole, and nothing half-done is', { timeout: 60_000 }, async () => {
    const apiKey = 'key-made-up-for-tests';
    const acknowledged: string[] = [];
    for (const round of ['A', 'B', 'C']) {
      const service = await startProcess(['--data-dir', directory.path, '--api-key', apiKey]);
      const caller = makeCaller(service.baseUrl, apiKey);
      // Uploads continue until the kill, so that it happens in the middle of one.
      const uploading = (async () => {
        for (let count = 1; ; count += 1) {
          const name = `Greeter ${round}${count}`;
          if ((await upload(caller, { fields: { name } })).status === 201) acknowledged.push(name);
          if (count === 5) service.child.kill('SIGKILL');
        }
      })();
      await expect(uploading).rejects.toThrow('fetch failed');
      await service.stop('SIGKILL');
    }

    const survivor = await startLocalService({ dataDir: directory.path, apiKey });
    const caller = makeCaller(survivor.baseUrl, apiKey);
    const rows = await abilityRows(caller);
    expect(acknowledged.length).toBeGreaterThanOrEqual(15);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
    for (const { id } of rows) {
      expect((await caller.get(`/api/capabilities/get/template-file/${id}/`)).status).toBe(200);
    }
    expect(await readdir(join(directory.path, 'packages'))).toHaveLength(rows.length);
    await survivor.close();
  });

  test('files without a row are swept at the next start', async () => {
    const first = await startLocalService({ dataDir: directory.path, seed: 'demo' });
    await first.close();
    const packages = join(directory.path, 'packages');
    const before = await readdir(packages);
    await writeFile(join(packages, 'left-behind.zip'), 'x');
    await writeFile(join(packages, 'left-behind.part'), 'x');
    const second = await startLocalService({ dataDir: directory.path });
    expect(await readdir(packages)).toEqual(before);
    await second.close();
  });
});

describe('starting again on the same data directory', () => {
  test('keeps Abilities, keys and sessions; the demo fills only an empty account', async () => {
    const first = await startLocalService({ dataDir: directory.path, seed: 'demo' });
    const token = await first.sessions.create('default');
    const caller = makeCaller(first.baseUrl, first.apiKey);
    const [gone] = await abilityRows(caller);
    await caller.sendJson('POST', '/api/capabilities/delete-capability/', { capability_ids: [gone?.id] });
    const before = await abilityRows(caller);
    await first.close();
    const second = await startLocalService({ dataDir: directory.path, seed: 'demo', apiKey: first.apiKey });
    expect(await abilityRows(makeCaller(second.baseUrl, first.apiKey))).toEqual(before);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${second.baseUrl}/api/capabilities/get-all-capabilities/`, { headers })).status).toBe(200);
    await second.close();
  });

  test('while another service uses it is refused', async () => {
    const first = await startLocalService({ dataDir: directory.path });
    await expect(startLocalService({ dataDir: directory.path })).rejects.toThrow(/^Another local service is using /);
    await first.close();
  });

  test('a revoked key does not come back', async () => {
    const apiKey = 'key-made-up-for-tests';
    const first = await startLocalService({ dataDir: directory.path, apiKey });
    const [key] = await first.apiKeys.list('default');
    if (key) await first.apiKeys.revoke('default', key.id);
    await first.close();
    const again = startLocalService({ dataDir: directory.path, apiKey });
    await expect(again).rejects.toThrow('This API key was revoked. Use another one.');
    await (await startLocalService({ dataDir: directory.path })).close();
  });
});

test('a stop does not wait for a connection that never sent a request', async () => {
  const service = await startLocalService({ dataDir: directory.path });
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  // The service has seen the connection once it has responded on a later one.
  await fetch(service.baseUrl);
  await service.close();
  await once(socket.resume(), 'close');
});
