import { type Kysely, type MigrationResultSet, Migrator, sql } from 'kysely';
import { createMigrations } from './migrations.ts';
import type { Schema, StoreKind } from './schema.ts';
import { StoreError } from './store-error.ts';

/** Names of our own, since a PostgreSQL database may hold tables of others who use the same library. */
export const MIGRATION_TABLE = 'bot_migrations';
const TABLES = { migrationTableName: MIGRATION_TABLE, migrationLockTableName: 'bot_migrations_lock' };

/**
 * Brings the tables up to date, all of it or nothing. Others that start at the same moment wait on PostgreSQL (an
 * advisory lock), and fail with SQLITE_BUSY on libsql (the write lock of the file).
 * @throws {StoreError} when a newer version has migrated this database; otherwise the database's own error.
 */
export async function migrate(db: Kysely<Schema>, kind: StoreKind): Promise<void> {
  const migrations = createMigrations(kind);
  const migrateOn = (on: Kysely<Schema>) =>
    new Migrator({ db: on, provider: { getMigrations: async () => migrations }, ...TABLES }).migrateToLatest();
  const { error } = await (kind === 'libsql' ? allOrNothing(db, migrateOn) : migrateOn(db));
  if (!error) return;
  const done = await readDone(db);
  if (done.some((name) => !(name in migrations))) {
    throw new StoreError(
      'The database was made by a newer version of the bot. Nothing was changed in it. Start that version again, or give the bot another database.',
    );
  }
  throw error;
}

/** Kysely gives its migrations a transaction on PostgreSQL only, though SQLite takes tables back as well. */
const allOrNothing = (db: Kysely<Schema>, migrateOn: (on: Kysely<Schema>) => Promise<MigrationResultSet>) =>
  db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    const result = await migrateOn(connection);
    if (!result.error) await sql`commit`.execute(connection);
    // A full disk has ended it by itself; then there is nothing to take back.
    else await sql`rollback`.execute(connection).catch(() => undefined);
    return result;
  });

async function readDone(db: Kysely<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    // Without that table nothing was migrated; the first error says what is wrong.
    return [];
  }
}
