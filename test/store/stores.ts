import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { openStore, type Store, type StoreOptions } from '../../src/store/open-store.ts';
import { makeFolder } from '../make-folder.ts';

const SERVER = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432';

type StoreKind = Store['kind'];

/** With `CI` set nothing is skipped: a PostgreSQL that does not answer fails the tests. */
export const storeKinds: readonly StoreKind[] =
  process.env.CI || (await answers()) ? ['libsql', 'postgresql'] : ['libsql'];

export interface TestStore {
  store: Store;
  options: StoreOptions;
  /** Another store on the same database, which is open beside the others. */
  reopen: (changed?: Partial<StoreOptions>) => Promise<Store>;
}

/** An empty store, which goes when the test ends. */
export async function openTestStore(kind: StoreKind, given: Partial<StoreOptions> = {}): Promise<TestStore> {
  const options = { ...(await makeStoreOptions(kind)), ...given };
  const reopen = async (changed: Partial<StoreOptions> = {}) => {
    const store = await openStore({ ...options, ...changed });
    onTestFinished(() => store.close());
    return store;
  };
  return { store: await reopen(), options, reopen };
}

/** What `openStore` needs for a database that nobody has opened yet. */
export async function makeStoreOptions(kind: StoreKind): Promise<StoreOptions> {
  const dataDir = await makeFolder();
  return { dataDir, databaseUrl: kind === 'libsql' ? null : await makeDatabase() };
}

/** An empty PostgreSQL database, dropped when the test ends, with whatever is connected to it. */
async function makeDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(`create database ${name}`);
  onTestFinished(() => runOnServer(`drop database ${name} with (force)`));
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}

async function runOnServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: SERVER, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function answers(): Promise<boolean> {
  try {
    await runOnServer('select 1');
    return true;
  } catch {
    const { host } = new URL(SERVER);
    process.stderr.write(`PostgreSQL does not answer at ${host}: what is tested on it is skipped.\n`);
    return false;
  }
}
