import { onTestFinished } from 'vitest';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts';
import { makeFolder } from '../make-folder.ts';
import { PATIENT_STORE } from '../patient.ts';
import { borrowDatabase, makeDatabase } from './databases.ts';
import { copyEmptyStore } from './empty-store.ts';
import { isAnswering } from './postgresql-server.ts';

type StoreKind = Store['kind'];

/** With `CI` set nothing is skipped: an unreachable PostgreSQL fails the tests. */
export const storeKinds: readonly StoreKind[] =
  process.env.CI || (await isAnswering()) ? ['libsql', 'postgresql'] : ['libsql'];

export interface TestStore {
  store: Store;
  options: StoreOptions;
  /** Opens another store on the same database, alongside the others. */
  reopen: (changed?: Partial<StoreOptions>) => Promise<Store>;
}

/**
 * An empty store for the duration of the test. A test that changes tables needs its own database: `makeStoreOptions`.
 */
export async function openTestStore(kind: StoreKind, given: Partial<StoreOptions> = {}): Promise<TestStore> {
  const dataDir = await makeFolder();
  if (kind === 'libsql') await copyEmptyStore(dataDir);
  const databaseUrl = kind === 'libsql' ? null : await borrowDatabase();
  const options = { dataDir, databaseUrl, ...PATIENT_STORE, ...given };
  const reopen = async (changed: Partial<StoreOptions> = {}) => {
    const store = await openStore({ ...options, ...changed });
    onTestFinished(() => store.close());
    return store;
  };
  return { store: await reopen(), options, reopen };
}

/** The options of `openStore` for a database that has never been opened. */
export async function makeStoreOptions(kind: StoreKind): Promise<StoreOptions> {
  const dataDir = await makeFolder();
  return { dataDir, databaseUrl: kind === 'libsql' ? null : await makeDatabase(), ...PATIENT_STORE };
}
