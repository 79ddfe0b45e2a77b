import { type Clock, systemClock } from '../base/clock.ts';
import { Approvals } from './approvals.ts';
import { Assignments } from './assignments.ts';
import { AuditLogStore } from './audit-log.ts';
import { type MigrationState, readMigrations, type UnreadableUpload } from './database.ts';
import { Drops } from './drops.ts';
import type { KeyRing } from './encryption.ts';
import { PackageStore } from './packages.ts';
import type { StoreKind } from './schema.ts';
import { Accounts, Installations, type Reencrypted, reencrypt } from './sealed.ts';
import { SeenKeys } from './seen-keys.ts';
import { WorkspaceSettings } from './settings.ts';
import { Snapshots } from './snapshots.ts';
import { UndoLogStore } from './undo-log.ts';
import { Uploads } from './uploads.ts';

export interface StoreOptions {
  /** A PostgreSQL URL; null stores everything in a file. */
  databaseUrl: string | null;
  /** Folder of that file, created if missing. Unused with a URL. */
  dataDir: string;
  /** Encrypt tokens and account keys; without them, none can be stored or read. */
  keys?: KeyRing | null;
  now?: Clock['now'];
  /** Called for each record that this version cannot read; for the log. */
  onUnreadable?: (upload: UnreadableUpload) => void;
}

/**
 * Durable state. Resolved writes survive a kill and a power cut, except that a power cut may lose claims in `seen` on
 * libsql.
 */
export interface Store {
  kind: StoreKind;
  uploads: Uploads;
  undoLog: UndoLogStore;
  assignments: Assignments;
  seen: SeenKeys;
  drops: Drops;
  packages: PackageStore;
  auditLog: AuditLogStore;
  settings: WorkspaceSettings;
  approvals: Approvals;
  snapshots: Snapshots;
  installations: Installations;
  accounts: Accounts;
  /** Re-encrypts all tokens and account keys with the first key. @throws {StoreError} without keys. */
  reencrypt(): Promise<Reencrypted>;
  /** Deletes the tokens and the account of a workspace that removed the app. The audit log stays. Needs no keys. */
  forgetTenant(teamId: string): Promise<void>;
  /** Reads one row, to check that the database responds. @throws the database's errors. */
  check(): Promise<void>;
  /**
   * The state of the migrations, which another process may have changed since the start. Read-only.
   * @throws the database's errors.
   */
  readMigrations(): Promise<MigrationState>;
  close(): Promise<void>;
}

/**
 * Opens the store and migrates it. Several processes may do so concurrently, and share it.
 * @throws {StoreError} with a message for people, without the URL's password.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataDir, keys = null, now, onUnreadable } = options;
  const kind: StoreKind = databaseUrl === null ? 'libsql' : 'postgresql';
  const db = await openDatabase(databaseUrl, dataDir);
  const parts = { db, kind, now: now ?? systemClock.now, onUnreadable: onUnreadable ?? (() => undefined) };
  const sealedParts = { ...parts, keys };
  const packages = new PackageStore(db);
  const installations = new Installations(sealedParts);
  const accounts = new Accounts(sealedParts);
  const drops = new Drops(parts);
  return {
    kind,
    uploads: new Uploads(parts, packages),
    undoLog: new UndoLogStore(parts),
    assignments: new Assignments(parts),
    seen: new SeenKeys(parts),
    drops,
    packages,
    auditLog: new AuditLogStore(parts),
    settings: new WorkspaceSettings(parts),
    approvals: new Approvals(parts),
    snapshots: new Snapshots(parts),
    installations,
    accounts,
    reencrypt: () => reencrypt(sealedParts),
    forgetTenant: async (teamId) => {
      await accounts.of(teamId).forget();
      await drops.of(teamId).forget();
      // Last, so that after an interruption the tenant is found again.
      await installations.remove(teamId);
    },
    check: async () => {
      await db.selectFrom('uploads').select('id').limit(1).execute();
    },
    readMigrations: () => readMigrations(db, kind),
    close: () => db.destroy(),
  };
}

/** Imports only the driver in use. */
async function openDatabase(databaseUrl: string | null, dataDir: string) {
  if (databaseUrl === null) return (await import('./libsql.ts')).openLibsql(dataDir);
  return (await import('./postgresql.ts')).openPostgresql(databaseUrl);
}
