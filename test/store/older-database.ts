import { join } from 'node:path';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { systemClock } from '../../src/base/clock.ts';
import { createMigrations, MIGRATION_TABLES } from '../../src/store/database.ts';
import { LibsqlFile } from '../../src/store/libsql.ts';
import { lendFrom } from '../../src/store/postgresql.ts';
import type { Schema } from '../../src/store/schema.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { PATIENT_STORE } from '../patient.ts';
import { makeStoreOptions, type storeKinds } from './stores.ts';

const connect = ({ databaseUrl, dataDir }: StoreOptions): Kysely<Schema> =>
  databaseUrl === null
    ? new Kysely({
        dialect: new SqliteDialect({ database: new LibsqlFile(new Database(join(dataDir, 'bot.sqlite'))) }),
      })
    : lendFrom(databaseUrl, { clock: systemClock, size: 1, waitMs: PATIENT_STORE.connectionWaitMs }).db;

/**
 * A database as an older version left it. Later migrations have not run, so a new one needs no edit here.
 * @param last name of the last migration of that version.
 */
export async function makeOlderDatabase(kind: (typeof storeKinds)[number], last: string): Promise<StoreOptions> {
  const options = await makeStoreOptions(kind);
  const db = connect(options);
  try {
    const provider = { getMigrations: async () => createMigrations(kind) };
    const { error } = await new Migrator({ db, provider, ...MIGRATION_TABLES }).migrateTo(last);
    if (error) throw error;
  } finally {
    await db.destroy();
  }
  return options;
}
