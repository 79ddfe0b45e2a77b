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
  /** A PostgreSQL URL; null keeps everything in a file. */
  databaseUrl: string | null;
  /** Folder of that file, made when it is not there. Not used with a URL. */
  dataDir: string;
  /** Seal tokens and the keys of accounts; without them, none can be kept or read. */
  keys?: KeyRing | null;
  now?: () => number;
  /** Told each time that a record is met which this version cannot read; for the log. */
  onUnreadable?: (upload: UnreadableUpload) => void;
}

/** What the bot must not lose. What a call has resolved for survives a kill and a power cut. */
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
  /** Seals all tokens and keys of accounts with the first key. @throws {StoreError} without keys. */
  reencrypt(): Promise<Reencrypted>;
  /** Forgets the tokens and the account of a workspace that removed the app. Its history stays. Needs no keys. */
  forgetTenant(teamId: string): Promise<void>;
  /** Reads a row, to see whether the store answers. @throws what the database throws. */
  check(): Promise<void>;
  /** Which migrations are made, which may be others than at the start. Reads only. @throws what the database throws. */
  readMigrations(): Promise<MigrationState>;
  close(): Promise<void>;
}

/**
 * Opens the store and brings it up to date. Several processes may do so at once, and use it together.
 * @throws {StoreError} with a sentence for people, which never shows the password of the URL.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, dataDir, keys = null, now, onUnreadable } = options;
  const kind: StoreKind = databaseUrl === null ? 'libsql' : 'postgresql';
  const db = await openDatabase(databaseUrl, dataDir);
  const parts = { db, kind, now: now ?? Date.now, onUnreadable: onUnreadable ?? (() => undefined) };
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
      // Last: as long as it is there, who was interrupted finds the tenant again.
      await installations.remove(teamId);
    },
    check: async () => {
      await db.selectFrom('uploads').select('id').limit(1).execute();
    },
    readMigrations: () => readMigrations(db, kind),
    close: () => db.destroy(),
  };
}

/** Only the driver that is used is loaded. */
async function openDatabase(databaseUrl: string | null, dataDir: string) {
  if (databaseUrl === null) return (await import('./libsql.ts')).openLibsql(dataDir);
  return (await import('./postgresql.ts')).openPostgresql(databaseUrl);
}
