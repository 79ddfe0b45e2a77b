import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { PackageRole } from '../../src/store/packages.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { HandClock } from '../hand-clock.ts';
import { makeFolder } from '../make-folder.ts';
import { until } from '../until.ts';
import { allUploads } from './all-uploads.ts';
import { newUpload } from './new-upload.ts';
import { runOnServer } from './postgresql-server.ts';
import { runSql } from './run-sql.ts';
import { startStoreProcess } from './store-process.ts';
import { openTestStore, storeKinds } from './stores.ts';

const MIB = 1024 * 1024;

async function setUp(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const opened = await openTestStore(kind, { now: clock.now });
  const { packages } = opened.store.of('T1');
  const uploads = allUploads(opened.store);
  const folder = await makeFolder();
  await uploads.add(newUpload('u1'));
  let files = 0;
  const put = async (bytes: Uint8Array, role: Exclude<PackageRole, 'kept'> = 'new', id = 'u1') => {
    files += 1;
    const path = join(folder, `in-${files}`);
    await writeFile(path, bytes);
    await packages.put(id, role, path);
  };
  /** Null if there is none. */
  const take = async (role: Exclude<PackageRole, 'kept'> = 'new', id = 'u1'): Promise<Buffer | null> => {
    files += 1;
    const path = join(folder, `out-${files}`);
    return (await packages.take(id, role, path)) ? readFile(path) : null;
  };
  const countChunks = async () => (await runSql(opened.options, 'select position from package_chunks')).length;
  return { ...opened, clock, countChunks, folder, packages, put, take, uploads };
}

const CHUNK = 128 * 1024;

const MARK = 'put-package';

/** The server shows the mark with the connections of a process. */
function markedOptions(options: StoreOptions): StoreOptions {
  if (options.databaseUrl === null) return options;
  const url = new URL(options.databaseUrl);
  url.searchParams.set('application_name', MARK);
  return { ...options, databaseUrl: url.href };
}

/** The server finishes what a killed process has sent, and notices only then that it is gone. */
async function countMarked({ databaseUrl }: StoreOptions): Promise<number> {
  if (databaseUrl === null) return 0;
  const marked = `select pid from pg_stat_activity where datname = current_database() and application_name = '${MARK}'`;
  return (await runOnServer(marked, databaseUrl)).length;
}

describe.each(storeKinds)('packages on %s', (kind) => {
  test.each([
    ['nothing', 0],
    ['a byte', 1],
    ['a whole chunk', MIB],
    ['three chunks and a half', 3.5 * MIB],
  ])('come back as they were put: %s', async (_, size) => {
    const { folder, packages, put, reopen, take } = await setUp(kind);
    const bytes = randomBytes(size);
    await put(bytes);
    expect((await take())?.equals(bytes)).toBe(true);
    const path = join(folder, 'from-another-process');
    expect(await (await reopen()).of('T1').packages.take('u1', 'new', path)).toBe(true);
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await packages.take('u1', 'old', join(folder, 'none'))).toBe(false);
  });

  test('are kept in chunks of 128 KiB', async () => {
    const { options, put } = await setUp(kind);
    await put(randomBytes(2.5 * CHUNK));
    const rows = await runSql(options, 'select length(data) as bytes from package_chunks order by position');
    expect(rows.map((row) => JSON.stringify(row))).toEqual(
      [CHUNK, CHUNK, CHUNK / 2, 0].map((bytes) => JSON.stringify({ bytes })),
    );
  });

  test('are apart by upload and by role', async () => {
    const { put, take, uploads } = await setUp(kind);
    await uploads.add(newUpload('u2'));
    await put(Buffer.from('new'));
    await put(Buffer.from('old'), 'old');
    await put(Buffer.from('icon'), 'icon');
    await put(Buffer.from('other'), 'new', 'u2');
    expect(String(await take())).toBe('new');
    expect(String(await take('old'))).toBe('old');
    expect(String(await take('icon'))).toBe('icon');
    expect(String(await take('new', 'u2'))).toBe('other');
  });

  test('write no file when there is none, and never over another', async () => {
    const { folder, packages, put, take } = await setUp(kind);
    expect(await take('old')).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    await put(Buffer.from('new'));
    const path = join(folder, 'mine');
    await writeFile(path, 'mine');
    await expect(packages.take('u1', 'new', path)).rejects.toThrow('EEXIST');
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  test('are replaced by a second put, shorter or longer', async () => {
    const { countChunks, put, take } = await setUp(kind);
    await put(randomBytes(2 * MIB));
    await put(Buffer.from('short'));
    expect(String(await take())).toBe('short');
    expect(await countChunks()).toBe(2);
    const long = randomBytes(1.5 * MIB);
    await put(long);
    expect((await take())?.equals(long)).toBe(true);
  });

  test('are the later ones when a process died before it removed the earlier ones', async () => {
    const { countChunks, options, put, take } = await setUp(kind);
    await put(Buffer.from('first'));
    await put(Buffer.from('second'), 'old');
    await runSql(options, `update package_chunks set role = 'new', generation = 2 where role = 'old' returning role`);
    expect(String(await take())).toBe('second');
    await put(Buffer.from('third'));
    expect(String(await take())).toBe('third');
    expect(await countChunks()).toBe(2);
  });

  test('stay as they were when a file cannot be read', async () => {
    const { folder, packages, put, take } = await setUp(kind);
    await put(Buffer.from('first'));
    await expect(packages.put('u1', 'new', join(folder, 'missing'))).rejects.toThrow('ENOENT');
    await expect(packages.put('u1', 'new', folder)).rejects.toThrow('EISDIR');
    expect(String(await take())).toBe('first');
  });

  test.each([
    ['nothing, when it is the first', null],
    ['the one before', 'first'],
  ])('of a process killed in the middle give %s', { timeout: 60_000 }, async (_, first) => {
    const { countChunks, folder, options, put, take } = await setUp(kind);
    if (first) await put(Buffer.from(first));
    const before = await countChunks();
    // A pipe blocks when it is full, so that the kill happens in the middle.
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const putting = await startStoreProcess('put-package', markedOptions(options), 'u1', pipe);
    const writer = await open(pipe, 'w');
    await writer.writeFile(randomBytes(2 * MIB));
    await until(async () => (await countChunks()) >= before + 2);
    await putting.kill();
    await until(async () => (await countMarked(options)) === 0);
    await writer.close();
    expect(await take().then((bytes) => bytes && String(bytes))).toBe(first);
    await put(Buffer.from('second'));
    expect(String(await take())).toBe('second');
    expect(await countChunks()).toBe(2);
  });

  test('say so when they are dropped while they are read, and leave no half file', async () => {
    const { folder, options, packages, put } = await setUp(kind);
    await put(randomBytes(2 * MIB));
    await runSql(options, 'delete from package_chunks where position = 1 returning position');
    const path = join(folder, 'half');
    await expect(packages.take('u1', 'new', path)).rejects.toThrow(
      /^The stored package of this upload changed while it was being read/,
    );
    expect(await readdir(folder)).not.toContain('half');
  });

  test('are dropped by upload', async () => {
    const { countChunks, packages, put, take, uploads } = await setUp(kind);
    await uploads.add(newUpload('u2'));
    await put(randomBytes(1.5 * MIB));
    await put(Buffer.from('old'), 'old');
    await put(Buffer.from('other'), 'new', 'u2');
    await packages.delete('u1');
    expect([await take(), await take('old')]).toEqual([null, null]);
    expect(String(await take('new', 'u2'))).toBe('other');
    expect(await countChunks()).toBe(2);
  });
});

describe.each(storeKinds)('sweeping on %s', (kind) => {
  test('removes what ended and was told before, with its packages, and nothing else', async () => {
    const { clock, countChunks, put, take, uploads } = await setUp(kind);
    const ids = ['u2', 'u3', 'u4'];
    for (const id of ids) await uploads.add(newUpload(id));
    for (const id of ['u1', ...ids]) await put(Buffer.from(id), 'old', id);
    for (const id of ['u1', 'u2', 'u3']) await uploads.decide(id, null, ['accepted'], () => ({ state: 'done' }));
    await uploads.markTold('u1', null);
    clock.move(1000);
    await uploads.markTold('u2', null);
    expect(await uploads.sweep(clock.at)).toBe(1);
    expect(await uploads.find('u1')).toBeNull();
    expect(await take('old')).toBeNull();
    expect(await countChunks()).toBe(6);
    for (const id of ids) expect(String(await take('old', id))).toBe(id);
    expect(await uploads.sweep(clock.at)).toBe(0);
    clock.move(1);
    expect(await uploads.sweep(clock.at)).toBe(1);
    expect((await uploads.listOpen(10)).map(({ id }) => id)).toEqual(['u4']);
    expect(await uploads.find('u3')).toMatchObject({ state: 'done' });
  });

  test('takes more than one round for many', async () => {
    const { clock, uploads } = await setUp(kind);
    const endOne = async (id: string) => {
      await uploads.add(newUpload(id));
      await uploads.decide(id, null, ['accepted'], () => ({ state: 'failed' }));
      await uploads.markTold(id, null);
    };
    await Promise.all(Array.from({ length: 230 }, (_, index) => endOne(`many-${index}`)));
    clock.move(1);
    expect(await uploads.sweep(clock.at)).toBe(230);
  });
});
