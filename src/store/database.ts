import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { carryOutApprovals } from './migrations/carry-out-approvals.ts';
import { checkInstallations } from './migrations/check-installations.ts';
import { checkWrites } from './migrations/check-writes.ts';
import { countRefusals } from './migrations/count-refusals.ts';
import { createTables } from './migrations/create-tables.ts';
import { foldRequests } from './migrations/fold-requests.ts';
import { numberDrops } from './migrations/gather-drops.ts';
import { keepAssignments } from './migrations/keep-assignments.ts';
import { keepChanges } from './migrations/keep-changes.ts';
import { keepDrops } from './migrations/keep-drops.ts';
import { keepHomeViewers } from './migrations/keep-home-viewers.ts';
import { keepLaterLooks } from './migrations/keep-later-looks.ts';
import { keepLeases } from './migrations/keep-leases.ts';
import { keepTeams } from './migrations/keep-teams.ts';
import { keepVersions } from './migrations/keep-versions.ts';
import { keepWatches } from './migrations/keep-watches.ts';
import { nameAccounts } from './migrations/name-accounts.ts';
import { orderChanges } from './migrations/order-changes.ts';
import { ownAttempts } from './migrations/own-attempts.ts';
import { placeApprovals } from './migrations/place-approvals.ts';
import { placeChanges } from './migrations/place-changes.ts';
import { placePlans } from './migrations/place-plans.ts';
import { placeUploadsByWorkspace } from './migrations/place-uploads-by-workspace.ts';
import { planCommands } from './migrations/plan-commands.ts';
import { takeTurns } from './migrations/take-turns.ts';
import type { Notices } from './notices.ts';
import type { Schema, StoreKind } from './schema.ts';

/** Run in the order of their names. To add one, use the next number. Never edit a released migration. */
export const createMigrations = (kind: StoreKind): Record<string, Migration> => ({
  '0001-create-tables': createTables(kind),
  '0002-keep-changes': keepChanges(kind),
  '0003-keep-assignments': keepAssignments,
  '0004-teams': keepTeams(kind),
  '0005-place-uploads-by-workspace': placeUploadsByWorkspace,
  '0006-count-refusals': countRefusals(kind),
  '0010-keep-drops': keepDrops,
  '0011-check-installations': checkInstallations,
  '0012-keep-leases': keepLeases,
  '0013-keep-home-viewers': keepHomeViewers,
  '0014-place-changes': placeChanges,
  '0015-gather-drops': numberDrops(kind),
  '0016-keep-watches': keepWatches,
  '0017-keep-later-looks': keepLaterLooks(kind),
  '0018-keep-versions': keepVersions,
  '0019-order-changes': orderChanges(kind),
  '0020-own-attempts': ownAttempts,
  '0025-check-writes': checkWrites,
  '0030-carry-out-approvals': carryOutApprovals,
  '0031-fold-requests': foldRequests,
  '0032-place-approvals': placeApprovals,
  '0033-take-turns': takeTurns,
  '0034-name-accounts': nameAccounts,
  '0035-plan-commands': planCommands,
  '0036-place-plans': placePlans,
});

/** The store can't be opened, or rejected a value. The message tells people why, and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Not Kysely's default names, because other programs may use Kysely in the same PostgreSQL database. */
export const MIGRATION_TABLE = 'bot_migrations';
export const MIGRATION_TABLES = { migrationTableName: MIGRATION_TABLE, migrationLockTableName: 'bot_migrations_lock' };

/**
 * Runs all pending migrations, or none if one fails. During a concurrent migration, this waits on PostgreSQL (advisory
 * lock), and fails with SQLITE_BUSY on libsql (write lock of the file).
 * @throws {StoreError} if a newer version has migrated this database; otherwise the database's error.
 */
export async function migrate(db: Kysely<Schema>, kind: StoreKind): Promise<void> {
  const migrations = createMigrations(kind);
  const names = Object.keys(migrations);
  const migrateOn = async (on: Kysely<Schema>): Promise<MigrationResultSet> => {
    const done = await readDone(on);
    // Skips Kysely's migrator, which reads the columns of every table several times even if nothing is pending.
    if (done.length === names.length && names.every((name) => done.includes(name))) return {};
    return new Migrator({
      db: on,
      provider: { getMigrations: async () => migrations },
      ...MIGRATION_TABLES,
    }).migrateToLatest();
  };
  const { error } = await (kind === 'libsql' ? allOrNothing(db, migrateOn) : migrateOn(db));
  if (!error) return;
  const done = await readDone(db);
  if (done.some((name) => !(name in migrations))) {
    throw new StoreError(
      'A newer version of the bot has migrated this database. Nothing changed. Run that version, or use another database.',
    );
  }
  throw error;
}

/** Kysely runs migrations in a transaction only on PostgreSQL, although SQLite supports transactional DDL too. */
const allOrNothing = (db: Kysely<Schema>, migrateOn: (on: Kysely<Schema>) => Promise<MigrationResultSet>) =>
  db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    const result = await migrateOn(connection);
    if (!result.error) await sql`commit`.execute(connection);
    // If the disk is full, the transaction has already been rolled back.
    else await sql`rollback`.execute(connection).catch(() => undefined);
    return result;
  });

async function readDone(db: Kysely<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    // The table doesn't exist, so nothing was migrated. The original error has the details.
    return [];
  }
}

/**
 * Numbers of migrations: `known` to this version, `missing` in the database, and `foreign`: applied by a newer version.
 */
export interface MigrationState {
  known: number;
  missing: number;
  foreign: number;
}

/** Reads without writing. @throws the database's errors, also if the database has no tables of the bot. */
export async function readMigrations(db: Kysely<Schema>, kind: StoreKind): Promise<MigrationState> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(db);
  const known = Object.keys(createMigrations(kind));
  const done = rows.map(({ name }) => name);
  return {
    known: known.length,
    missing: known.filter((name) => !done.includes(name)).length,
    foreign: done.filter((name) => !known.includes(name)).length,
  };
}

/** A record that this version can't read. `reason` names fields, never their values. */
export interface UnreadableUpload {
  id: string;
  reason: string;
}

export interface StoreParts {
  db: Kysely<Schema>;
  kind: StoreKind;
  now: Clock['now'];
  /** Notified after each write that concerns other processes. */
  notices: Notices;
  onUnreadable: (upload: UnreadableUpload) => void;
}
