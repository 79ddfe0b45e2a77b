import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts';
import { PATIENT_STORE } from '../patient.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { until } from '../until.ts';
import { allUploads } from './all-uploads.ts';
import { makeDatabase } from './databases.ts';
import { type FewConnections, limitConnections } from './few-connections.ts';
import { newUpload } from './new-upload.ts';
import { openWire } from './postgresql-wire.ts';
import { openTestStore, storeKinds } from './stores.ts';

/** Deadlines that pass when the test says so. */
class Deadlines {
  readonly after = systemClock.after;
  readonly #open = new Map<() => void, number>();

  readonly deadline: Clock['deadline'] = (ms, run) => {
    this.#open.set(run, ms);
    return () => void this.#open.delete(run);
  };

  /** How long each open one is, in milliseconds. */
  get open(): number[] {
    return [...this.#open.values()];
  }

  pass(): void {
    for (const run of [...this.#open.keys()]) run();
  }
}

async function startFew(limit: number): Promise<FewConnections> {
  const few = await limitConnections(await makeDatabase(), limit);
  onTestFinished(() => few.drop());
  return few;
}

async function open(url: URL, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await openStore({ databaseUrl: url.href, dataDir: '/nowhere', ...PATIENT_STORE, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** Makes each write of an upload wait until the returned function is called. */
async function blockUploads(databaseUrl: string) {
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query('lock table uploads in share mode');
  return () => other.end();
}

describe.runIf(storeKinds.includes('postgresql'))('connections to PostgreSQL', () => {
  test('that this process has lent are waited for in order, and counted', async () => {
    const { store, options } = await openTestStore('postgresql', { poolSize: 1 });
    const unblock = await blockUploads(options.databaseUrl ?? '');
    const done: string[] = [];
    const add = (id: string) =>
      allUploads(store)
        .add(newUpload(id))
        .then(() => done.push(id));
    const all = ['u1', 'u2', 'u3'].map(add);
    expect(store.connections()).toMatchObject({ waiting: 2, limit: 3, problem: 'no free connection' });
    await unblock();
    await Promise.all(all);
    expect(done).toEqual(['u1', 'u2', 'u3']);
    expect(store.connections()).toMatchObject({ waiting: 0, limit: 3, problem: null });
  });

  test('that stay lent are given up after the deadline', async () => {
    const deadlines = new Deadlines();
    const { store, options } = await openTestStore('postgresql', {
      poolSize: 1,
      clock: deadlines,
    });
    const unblock = await blockUploads(options.databaseUrl ?? '');
    const first = allUploads(store).add(newUpload('u1'));
    const refused = allUploads(store)
      .find('u1')
      .catch((error: unknown) => error);
    // The first has its connection.
    await until(() => deadlines.open.length === 1);
    deadlines.pass();
    expect(await refused).toMatchObject({
      name: 'StoreAwayError',
      problem: 'no free connection',
      message: 'All connections to the database are in use.',
    });
    expect(store.connections()).toMatchObject({ waiting: 0, problem: 'no free connection' });
    await unblock();
    await first;
    expect(await allUploads(store).find('u1')).toMatchObject({ id: 'u1' });
    expect(store.connections()).toMatchObject({ problem: null });
  });

  test('are waited for less long after other work has waited for nothing', async () => {
    const deadlines = new Deadlines();
    const { store, options } = await openTestStore('postgresql', {
      poolSize: 1,
      clock: deadlines,
    });
    const unblock = await blockUploads(options.databaseUrl ?? '');
    const first = allUploads(store).add(newUpload('u1'));
    const refused = allUploads(store)
      .find('u1')
      .catch((error: unknown) => error);
    await until(() => deadlines.open.length === 1);
    expect(deadlines.open).toEqual([60_000]);
    deadlines.pass();
    expect(await refused).toMatchObject({ problem: 'no free connection' });
    const found = allUploads(store).find('u1');
    expect(deadlines.open).toEqual([12_000]);
    await unblock();
    await first;
    expect(await found).toMatchObject({ id: 'u1' });
    const next = allUploads(store).find('u1');
    expect(deadlines.open).toEqual([60_000]);
    await next;
  });

  test('for authorization are others: all work may wait, and it does not', async () => {
    const keys = madeUpRing('shortage');
    const { store, options } = await openTestStore('postgresql', { poolSize: 1, keys });
    const document = { made: 'up' };
    await store.installations.save({ tenantId: 'T1', teamId: 'T1', enterpriseId: null, document });
    await store.of('T1').account.save({ apiKey: 'made-up-key', connectedBy: 'U1' });
    const unblock = await blockUploads(options.databaseUrl ?? '');
    const work = ['u1', 'u2'].map((id) => allUploads(store).add(newUpload(id)));
    expect(await store.installations.find('T1')).toMatchObject({ document });
    expect(await store.of('T1').account.versionOf()).toBe(1);
    await until(() => store.connections()?.waiting === 1);
    await unblock();
    await Promise.all(work);
  });

  test('that the server refuses for now are asked for again', async () => {
    const few = await startFew(5);
    const store = await open(few.url);
    await few.setLimit(0);
    await few.cut();
    await until(() => store.connections()?.open === 0);
    const found = allUploads(store).find('u1');
    await until(() => store.connections()?.problem === 'too many connections');
    await few.setLimit(5);
    expect(await found).toBe(null);
    expect(store.connections()).toMatchObject({ problem: null });
  });

  test('that the server refuses beyond the deadline are given up', async () => {
    const few = await startFew(5);
    const deadlines = new Deadlines();
    const store = await open(few.url, { clock: deadlines });
    await few.setLimit(0);
    await few.cut();
    await until(() => store.connections()?.open === 0);
    const refused = allUploads(store)
      .find('u1')
      .catch((error: unknown) => error);
    await until(() => store.connections()?.problem === 'too many connections');
    deadlines.pass();
    expect(await refused).toMatchObject({ name: 'StoreAwayError', problem: 'too many connections' });
    expect(store.connections()).toMatchObject({ problem: 'too many connections' });
  });

  test('are enough if there is one more than processes, also to start', async () => {
    // Each process hears notices on one.
    const few = await startFew(4);
    const stores = await Promise.all([1, 2, 3].map(() => open(few.url)));
    const ids = stores.flatMap((_, store) => [1, 2, 3, 4, 5].map((upload) => `u${store}-${upload}`));
    const add = (id: string) => stores[Number(id[1])]?.of('T1').uploads.add(newUpload(id));
    await Promise.all(ids.map(add));
    const found = await Promise.all(ids.map((id) => stores[0]?.of('T1').uploads.find(id)));
    expect(found.map((upload) => upload?.id)).toEqual(ids);
  });

  test('to a full server are waited for at the start, and then the start fails with a sentence', async () => {
    const few = await startFew(0);
    const wire = await openWire(few.url);
    const opening = open(wire.url);
    await until(() => wire.opened() > 2);
    await few.setLimit(5);
    await opening;
    await few.setLimit(0);
    await few.cut();
    // The first store reconnects meanwhile.
    const other = await openWire(few.url);
    const deadlines = new Deadlines();
    let refused: unknown = null;
    open(other.url, { clock: deadlines }).catch((error: unknown) => {
      refused = error;
    });
    // Asked again, so it has been denied.
    await until(() => other.opened() > 1);
    // It waits several times.
    await until(() => {
      deadlines.pass();
      return refused !== null;
    });
    expect(refused).toMatchObject({
      message: expect.stringMatching(
        /^The database at 127\.0\.0\.1 isn't accepting connections.* Nothing changed\. Restart the bot when the database accepts connections again\.$/,
      ),
    });
  });

  test('are not counted where there are none', async () => {
    const { store } = await openTestStore('libsql');
    expect(store.connections()).toBe(null);
  });
});
