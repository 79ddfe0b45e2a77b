import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLibsql } from '../../src/store/libsql.ts';
import { Packages } from '../../src/store/packages.ts';
import { openPostgresql } from '../../src/store/postgresql.ts';
import type { Version } from '../../src/store/version-record.ts';
import { Versions } from '../../src/store/versions.ts';
import { HandClock } from '../hand-clock.ts';
import { makeFolder } from '../make-folder.ts';
import { PATIENT_STORE } from '../patient.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const DAY_MS = 24 * 60 * 60_000;

async function setUp(kind: (typeof storeKinds)[number], versionsMaxBytes?: number) {
  const clock = new HandClock();
  const opened = await openTestStore(kind, { now: clock.now, ...(versionsMaxBytes ? { versionsMaxBytes } : {}) });
  const versionsOf = (tenantId = 'T1') => opened.store.of(tenantId).versions;
  const folder = await makeFolder();
  let files = 0;
  const codeOf = (digest: string) => ({
    digest,
    sha256: `sha of ${digest}`,
    bytes: 1000,
    files: 2,
    keys: ['openweather'],
  });
  /** Stores 1,000 bytes. */
  const put = async (digest: string, teamId = 'T1') => {
    files += 1;
    const path = join(folder, `in-${files}`);
    await writeFile(path, digest.padEnd(1000, '.'));
    return versionsOf(teamId).keepPackage(codeOf(digest), path);
  };
  const add = async (digest: string, at: number, change: Partial<Version> = {}, teamId = 'T1', account = 0) => {
    await put(digest, teamId);
    const form = { name: 'Weather', category: 'skill', description: 'Tells it.', triggerWords: ['weather'] } as const;
    const version: Version = {
      ...codeOf(digest),
      name: 'Weather',
      at,
      how: 'uploaded',
      userId: 'U1',
      form: { ...form, triggerWords: [...form.triggerWords] },
      ...change,
    };
    await versionsOf(teamId).add(account, [version]);
    return version;
  };
  const list = async (name = 'Weather', teamId = 'T1', account = 0) =>
    (await versionsOf(teamId).list(account, name)).map(({ digest }) => digest);
  const take = async (digest: string, teamId = 'T1') => {
    files += 1;
    const path = join(folder, `out-${files}`);
    return (await versionsOf(teamId).takePackage(digest, path))
      ? (await readFile(path, 'utf8')).replaceAll('.', '')
      : null;
  };
  const countPackages = async () => (await runSql(opened.options, 'select digest from kept_packages')).length;
  const countChunks = async () => (await runSql(opened.options, 'select position from package_chunks')).length;
  return { ...opened, add, clock, countChunks, countPackages, list, put, take, versions: versionsOf() };
}

type SetUp = Awaited<ReturnType<typeof setUp>>;

/** How many queries a sweep makes. */
async function queriesOfSweep({ clock, options: { databaseUrl, dataDir } }: SetUp): Promise<number> {
  const patient = { waitMs: PATIENT_STORE.connectionWaitMs };
  const db = databaseUrl === null ? await openLibsql(dataDir) : (await openPostgresql(databaseUrl, patient)).db;
  onTestFinished(() => db.destroy());
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const counted = db.withPlugin(counter);
  await new Versions({ db: counted, now: clock.now, packages: new Packages(counted), maxBytes: 10_000 }).expire();
  return queries;
}

describe.each(storeKinds)('versions on %s', (kind) => {
  test('come back newest first, with everything that was added, after a restart too', async () => {
    const { add, reopen } = await setUp(kind);
    const first = await add('a', 1);
    const second = await add('b', 2, { how: 'found', userId: null });
    const { versions } = (await reopen()).of('T1');
    expect(await versions.list(0, 'Weather')).toEqual([second, first]);
    expect(await versions.list(0, 'Radio')).toEqual([]);
  });

  test('belong to one workspace and one account', async () => {
    const { add, list, take } = await setUp(kind);
    await add('a', 1, {}, 'T2');
    await add('b', 1, {}, 'T1', 7);
    expect(await list()).toEqual([]);
    expect(await list('Weather', 'T2')).toEqual(['a']);
    expect(await list('Weather', 'T1', 7)).toEqual(['b']);
    expect(await take('a')).toBeNull();
    expect(await take('a', 'T2')).toBe('a');
  });

  test('of the same code are one, the latest; what is only found changes nothing', async () => {
    const { add, countPackages, list, versions } = await setUp(kind);
    await add('a', 1);
    await add('b', 2);
    await add('a', 3, { userId: 'U2' });
    await add('b', 4, { how: 'found', userId: null });
    expect(await list()).toEqual(['a', 'b']);
    const [latest, other] = await versions.list(0, 'Weather');
    expect(latest).toMatchObject({ userId: 'U2', at: 3 });
    expect(other).toMatchObject({ userId: 'U1', how: 'uploaded', at: 2 });
    expect(await countPackages()).toBe(2);
  });

  test('sent last are not meant to run once set aside, until they are sent again', async () => {
    const { add, list, versions } = await setUp(kind);
    const latest = async () => (await versions.latest(0)).map(({ digest, name }) => `${name} ${digest}`);
    await add('a', 1);
    await add('b', 2);
    await add('c', 3, { how: 'found', userId: null });
    await add('a', 1, { name: 'Radio' });
    expect(await latest()).toEqual(['Weather b', 'Radio a']);
    await versions.setAside(0, 'Weather');
    await versions.setAside(0, 'Jukebox');
    await add('d', 4, { how: 'found', userId: null });
    expect(await latest()).toEqual(['Radio a']);
    expect(await list()).toEqual(['d', 'c', 'b', 'a']);
    await add('b', 5);
    expect(await latest()).toEqual(['Weather b', 'Radio a']);
  });

  test('are five of each Ability, and a package stays while any of them has it', async () => {
    const { add, clock, countPackages, list, take } = await setUp(kind);
    await add('a', 1, { name: 'Radio' });
    for (const [index, digest] of ['a', 'b', 'c', 'd', 'e', 'f', 'g'].entries()) {
      clock.move(DAY_MS);
      await add(digest, 10 + index);
    }
    expect(await list()).toEqual(['g', 'f', 'e', 'd', 'c']);
    expect(await list('Radio')).toEqual(['a']);
    expect(await take('a')).toBe('a');
    expect(await take('b')).toBeNull();
    expect(await countPackages()).toBe(6);
  });

  test('stay below the limit of bytes: the oldest of the workspace go first', async () => {
    const { add, clock, countChunks, list, put } = await setUp(kind, 2500);
    await add('a', 1, {}, 'T2');
    await add('a', 1, { name: 'Radio' });
    clock.move(3 * DAY_MS);
    await add('b', 2);
    await add('c', 3);
    expect(await list('Radio')).toEqual([]);
    expect(await list()).toEqual(['c', 'b']);
    expect(await list('Weather', 'T2')).toEqual(['a']);
    // A chunk and its end each.
    expect(await countChunks()).toBe(6);
    const small = await setUp(kind, 500);
    expect(await small.put('a')).toBe(false);
    expect(await put('a')).toBe(true);
  });

  test('are dropped by the next sweep if the limit was lowered, in each workspace', async () => {
    const { add, list, reopen } = await setUp(kind);
    await add('a', 1);
    await add('b', 2);
    await add('c', 1, {}, 'T2');
    await (await reopen({ versionsMaxBytes: 1500 })).expire({ history: 0, uploads: 0 });
    expect([await list(), await list('Weather', 'T2')]).toEqual([['b'], ['c']]);
    await (await reopen({ versionsMaxBytes: 0 })).expire({ history: 0, uploads: 0 });
    expect([await list(), await list('Weather', 'T2')]).toEqual([[], []]);
  });

  test('are swept with the same few queries in any number of workspaces below the limit', async () => {
    const opened = await setUp(kind);
    await opened.add('a', 1);
    const ofOne = await queriesOfSweep(opened);
    for (const teamId of ['T2', 'T3', 'T4']) await opened.add('a', 1, {}, teamId);
    expect(await queriesOfSweep(opened)).toBe(ofOne);
  });

  test('that are added together are dropped together: the one that is sent again stays', async () => {
    const { add, list, put, take, versions } = await setUp(kind);
    for (const [index, digest] of ['a', 'b', 'c', 'd', 'e'].entries()) await add(digest, index);
    const [oldest] = (await versions.list(0, 'Weather')).slice(-1);
    if (!oldest) throw new Error('Nothing is listed.');
    await put('x');
    const found = { ...oldest, digest: 'x', how: 'found', userId: null, at: 9 } as const;
    await versions.add(0, [found, { ...oldest, at: 10 }]);
    expect(await list()).toEqual(['a', 'x', 'e', 'd', 'c']);
    expect(await take('a')).toBe('a');
  });

  test('of another Ability leave a package that an upload has kept', async () => {
    const { add, clock, list, put, versions } = await setUp(kind);
    const old = await add('a', 1);
    clock.move(3 * DAY_MS);
    await put('a');
    for (const [index, digest] of ['b', 'c', 'd', 'e', 'f'].entries()) await add(digest, 10 + index);
    expect(await list()).not.toContain('a');
    await versions.add(0, [{ ...old, name: 'Radio' }]);
    expect(await list('Radio')).toEqual(['a']);
  });

  test('of the same code at the same time are stored once', async () => {
    const { countPackages, put, take } = await setUp(kind);
    expect(await Promise.all([put('a'), put('a'), put('a')].map((one) => one.catch(() => 'again')))).toContain(true);
    expect(await put('a')).toBe(true);
    expect(await take('a')).toBe('a');
    expect(await countPackages()).toBe(1);
  });

  test('of uploads that never ended are swept later, and those of a removed workspace immediately', async () => {
    const { add, clock, countChunks, countPackages, put, store, take, versions } = await setUp(kind);
    await add('a', 1);
    await put('b');
    await store.expire({ history: 0, uploads: 0 });
    await store.expire({ history: 0, uploads: 0 });
    expect(await take('b')).toBe('b');
    clock.move(3 * DAY_MS);
    await store.expire({ history: 0, uploads: 0 });
    expect(await take('b')).toBeNull();
    expect(await take('a')).toBe('a');
    await versions.forget();
    expect([await countPackages(), await countChunks()]).toEqual([0, 0]);
  });
});
