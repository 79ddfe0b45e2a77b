import { once } from 'node:events';
import { chmod, copyFile, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/store/database.ts';
import { openStore } from '../../src/store/store.ts';
import { makeFolder } from '../make-folder.ts';
import { allUploads } from './all-uploads.ts';
import { newUpload } from './new-upload.ts';
import { runSql } from './run-sql.ts';
import { makeStoreOptions, openTestStore, storeKinds } from './stores.ts';

/** The message with which a store is refused. */
async function refusal(options: { databaseUrl: string | null; dataDir: string }): Promise<string> {
  const error = await openStore(options).then(
    (store) => store.close().then(() => null),
    (reason: unknown) => reason,
  );
  if (error instanceof StoreError) return error.message;
  throw error ?? new Error('The store was opened.');
}

describe.each(storeKinds)('opening a store on %s', (kind) => {
  test('many in parallel on an empty database all succeed', async () => {
    const options = await makeStoreOptions(kind);
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(options)));
    for (const [index, store] of stores.entries()) await store.of('T1').uploads.add(newUpload(`u${index}`));
    expect(await stores[0]?.of('T1').uploads.listOpen(10)).toHaveLength(4);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a second time finds the existing data', async () => {
    const { reopen, store } = await openTestStore(kind);
    expect(store.kind).toBe(kind);
    const { record } = await allUploads(store).add(newUpload('u1'));
    await store.close();
    expect(await allUploads(await reopen()).find('u1')).toEqual(record);
  });

  test('goes by the time of the system unless another is given', async () => {
    const { store } = await openTestStore(kind);
    const before = Date.now();
    const { record } = await allUploads(store).add(newUpload('u1'));
    expect(record.acceptedAt).toBeGreaterThanOrEqual(before);
    expect(record.acceptedAt).toBeLessThanOrEqual(Date.now());
  });

  test('a database of a newer version is refused and left alone', async () => {
    const { options, store } = await openTestStore(kind, await makeStoreOptions(kind));
    await store.close();
    await runSql(options, `insert into bot_migrations values ('9999-from-the-future', '2999-01-01') returning name`);
    const before = await runSql(options, 'select name from bot_migrations order by name');
    expect(await refusal(options)).toBe(
      'A newer version of the bot has migrated this database. Nothing changed. Run that version, or use another database.',
    );
    expect(await runSql(options, 'select name from bot_migrations order by name')).toEqual(before);
  });
});

describe('the file of libsql', () => {
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  test('is for this user only, with everything beside it', async () => {
    const dataDir = join(await makeFolder(), 'a', 'b');
    const store = await openStore({ databaseUrl: null, dataDir });
    await allUploads(store).add(newUpload('u1'));
    const names = await readdir(dataDir);
    expect(names.toSorted()).toEqual(['bot.sqlite', 'bot.sqlite-shm', 'bot.sqlite-wal']);
    expect(await Promise.all(names.map((name) => modeOf(join(dataDir, name))))).toEqual([0o600, 0o600, 0o600]);
    expect(await modeOf(dataDir)).toBe(0o700);
    await store.close();
  });

  test('loses wider rights that it was given, and a folder that was there keeps its own', async () => {
    const dataDir = join(await makeFolder(), 'data');
    await mkdir(dataDir, { mode: 0o755 });
    await (await openStore({ databaseUrl: null, dataDir })).close();
    for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o666);
    const store = await openStore({ databaseUrl: null, dataDir });
    const modes = await Promise.all((await readdir(dataDir)).map((name) => modeOf(join(dataDir, name))));
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(await modeOf(dataDir)).toBe(0o755);
    await store.close();
  });

  test('in a folder that is not accessible is refused with a clear error', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    const dataDir = join(file, 'data');
    expect(await refusal({ databaseUrl: null, dataDir })).toBe(
      `Can't open the database in ${dataDir} (ENOTDIR). Nothing changed. Check that the user that runs the bot can write there and that the disk isn't full, or set DATA_DIR to another directory.`,
    );
  });

  test('that is no database is refused with a clear error, and not changed', async () => {
    const dataDir = await makeFolder();
    const path = join(dataDir, 'bot.sqlite');
    await writeFile(path, 'not a database at all'.repeat(100));
    expect(await refusal({ databaseUrl: null, dataDir })).toMatch(
      /^bot\.sqlite in .* is not a database, or is damaged/,
    );
    expect((await stat(path)).size).toBe(2100);
  });

  test('is alone once it is closed, and not only when its statements are collected', async () => {
    const dataDir = await makeFolder();
    const store = await openStore({ databaseUrl: null, dataDir });
    await allUploads(store).add(newUpload('u1'));
    expect(await store.of('T1').uploads.listOpen(10)).toHaveLength(1);
    await store.close();
    expect(await readdir(dataDir)).toEqual(['bot.sqlite']);
  });

  test('keeps its log when it is closed while another has it open', async () => {
    const { options, reopen, store } = await openTestStore('libsql');
    const other = await reopen();
    await allUploads(store).add(newUpload('u1'));
    await store.close();
    expect((await readdir(options.dataDir)).toSorted()).toEqual(['bot.sqlite', 'bot.sqlite-shm', 'bot.sqlite-wal']);
    await other.of('T1').uploads.add(newUpload('u2'));
    expect(await other.of('T1').uploads.listOpen(10)).toHaveLength(2);
  });

  test('is waited for while another connection writes', async () => {
    const { options, store } = await openTestStore('libsql');
    await allUploads(store).add(newUpload('u1'));
    const writer = new Database(join(options.dataDir, 'bot.sqlite'));
    writer.exec('begin immediate');
    const opening = openStore(options);
    opening.catch(() => undefined);
    // Enough event-loop turns for it to have found the file busy.
    for (let turn = 0; turn < 5000; turn += 1) await setImmediate();
    writer.exec('rollback');
    writer.close();
    const opened = await opening;
    expect(await opened.of('T1').uploads.find('u1')).toMatchObject({ id: 'u1' });
    await opened.close();
  });

  test('is complete on its own once it is closed', async () => {
    const { options, store } = await openTestStore('libsql');
    const { record } = await allUploads(store).add(newUpload('u1'));
    await store.close();
    const dataDir = await makeFolder();
    await copyFile(join(options.dataDir, 'bot.sqlite'), join(dataDir, 'bot.sqlite'));
    const copy = await openStore({ databaseUrl: null, dataDir });
    expect(await copy.of('T1').uploads.find('u1')).toEqual(record);
    await copy.close();
  });

  test('is written with a log that is ahead of it', async () => {
    const { options, store } = await openTestStore('libsql');
    await allUploads(store).add(newUpload('u1'));
    const header = await open(join(options.dataDir, 'bot.sqlite'));
    const { buffer } = await header.read(Buffer.alloc(20), 0, 20, 0);
    await header.close();
    // The two version numbers of SQLite's file format: 2 means WAL.
    expect([...buffer.subarray(18, 20)]).toEqual([2, 2]);
  });
});

describe('the URL of PostgreSQL', () => {
  const dataDir = '/nowhere';

  test.each([
    ['not a URL', 'pa$sword'],
    ['a password that breaks it', 'postgresql://bot:pa$s/word@127.0.0.1/bot'],
    ['another kind of database', 'mysql://bot:pa$sword@127.0.0.1/bot'],
  ])('that cannot be read is refused without showing it: %s', async (_, databaseUrl) => {
    const sentence = await refusal({ databaseUrl, dataDir });
    expect(sentence).toMatch(/^DATABASE_URL is invalid\. It must look like postgresql:/);
    expect(sentence).not.toContain('pa$s');
  });

  test('where nothing listens is refused without its password', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const databaseUrl = `postgresql://bot:pa%24sword@127.0.0.1:${port}/bot`;
    expect(await refusal({ databaseUrl, dataDir })).toBe(
      "The database at 127.0.0.1 can't be reached (ECONNREFUSED). Nothing changed. Check DATABASE_URL, and that the database is running.",
    );
  });
});
