import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import Database from 'libsql';
import { systemClock } from '../base/clock.ts';
import { MIGRATION_TABLE, type MigrationState, readMigrations, StoreError } from './database.ts';
import { explainLibsqlError, FILE, hasLibsql, LibsqlFile } from './libsql.ts';
import { LocalNotices } from './notices.ts';
import { Packages } from './packages.ts';
import { explainPostgresqlError, lendFrom, readUrl } from './postgresql.ts';
import type { Schema, StoreKind } from './schema.ts';
import type { StoreOptions } from './store.ts';
import { type OpenUploadCounts, UploadQueue } from './upload-queue.ts';

export interface StoreInspection {
  kind: StoreKind;
  /** Null if the bot was never started: the file or the bot's tables don't exist. */
  migrations: MigrationState | null;
  /** Null if the tables don't match this version. */
  queue: { counts: OpenUploadCounts; nextDueAt: number | null } | null;
}

/**
 * Inspects the store without creating or migrating anything. Run it in a process of its own: closing the file drops all
 * locks that a process holds on it.
 * @throws {StoreError} with a message for people.
 */
export async function inspectStore(options: Pick<StoreOptions, 'databaseUrl' | 'dataDir'>): Promise<StoreInspection> {
  const { databaseUrl, dataDir } = options;
  if (databaseUrl !== null) return inspectPostgresql(databaseUrl);
  return (await hasLibsql(dataDir)) ? inspectLibsql(dataDir) : { kind: 'libsql', migrations: null, queue: null };
}

async function inspectPostgresql(databaseUrl: string): Promise<StoreInspection> {
  const url = readUrl(databaseUrl);
  try {
    const { db } = lendFrom(databaseUrl);
    try {
      return await inspect(db, 'postgresql');
    } finally {
      await db.destroy();
    }
  } catch (error) {
    throw error instanceof StoreError ? error : explainPostgresqlError(error, url);
  }
}

async function inspectLibsql(dataDir: string): Promise<StoreInspection> {
  try {
    const file = new Database(join(dataDir, FILE));
    try {
      for (const setting of ['query_only=1', 'busy_timeout=500']) file.pragma(setting);
      const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new LibsqlFile(file) }) });
      return await inspect(db, 'libsql');
    } finally {
      file.close();
    }
  } catch (error) {
    throw explainLibsqlError(error, dataDir);
  }
}

async function inspect(db: Kysely<Schema>, kind: StoreKind): Promise<StoreInspection> {
  if (!(await hasTables(db, kind))) return { kind, migrations: null, queue: null };
  const migrations = await readMigrations(db, kind);
  if (migrations.missing + migrations.foreign > 0) return { kind, migrations, queue: null };
  const parts = { db, kind, now: systemClock.now, notices: new LocalNotices(), onUnreadable: () => undefined };
  const queue = new UploadQueue(parts, new Packages(db));
  return { kind, migrations, queue: { counts: await queue.countOpen(), nextDueAt: await queue.nextDueAt() } };
}

async function hasTables(db: Kysely<Schema>, kind: StoreKind): Promise<boolean> {
  const query =
    kind === 'libsql'
      ? sql<{ found: string | null }>`select name as found from sqlite_master where name = ${MIGRATION_TABLE}`
      : sql<{ found: string | null }>`select to_regclass(${MIGRATION_TABLE})::text as found`;
  const { rows } = await query.execute(db);
  return rows.some(({ found }) => found !== null);
}
