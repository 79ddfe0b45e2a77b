import { join } from 'node:path';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { DATABASE_FILE, ensureDataDirectory } from './data-directory.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

/**
 * Opens the database of a data directory, creating and migrating it as needed.
 *
 * WAL with synchronous=FULL: an answered request survives kill -9 and a power cut. The busy timeout allows `keys
 * create` while the service is running.
 */
export async function openDatabase(dataDir: string): Promise<Kysely<Schema>> {
  ensureDataDirectory(dataDir);
  const file = new Database(join(dataDir, DATABASE_FILE));
  for (const setting of ['busy_timeout=5000', 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']) {
    file.pragma(setting);
  }
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: { prepare: (sql) => file.prepare(sql), close: () => closeFile(file) } }),
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/**
 * libsql keeps the connection of a closed database until its statements are garbage-collected; only then would SQLite
 * remove the WAL files, perhaps while another service uses the directory. Leaving WAL mode removes them. SQLite refuses
 * that while another process, for example `keys create`, has the file open.
 */
function closeFile(file: Database.Database): void {
  try {
    file.exec('pragma busy_timeout=0');
    file.exec('pragma journal_mode=delete');
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
  } finally {
    file.close();
  }
}
