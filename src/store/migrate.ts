import { type Kysely, Migrator, sql } from 'kysely';
import { createMigrations } from './migrations.ts';
import type { Schema, StoreKind } from './schema.ts';
import { StoreError } from './store-error.ts';

/** Names of our own, since a PostgreSQL database may hold tables of others who use the same library. */
const TABLES = { migrationTableName: 'bot_migrations', migrationLockTableName: 'bot_migrations_lock' };

/**
 * Brings the tables up to date, all of it or nothing. Others that start at the same moment wait on PostgreSQL (an
 * advisory lock), and fail with SQLITE_BUSY on libsql (the write lock of the file).
 * @throws {StoreError} when a newer version has migrated this database; otherwise the database's own error.
 */
export async function migrate(db: Kysely<Schema>, kind: StoreKind): Promise<void> {
  const migrations = createMigrations(kind);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, ...TABLES });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const done = await readDone(db);
  if (done.some((name) => !(name in migrations))) {
    throw new StoreError(
      'The database was made by a newer version of the bot. Nothing was changed in it. Start that version again, or give the bot another database.',
    );
  }
  throw error;
}

async function readDone(db: Kysely<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLES.migrationTableName)}`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    // Without that table nothing was migrated; the first error says what is wrong.
    return [];
  }
}
