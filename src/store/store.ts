import { type Clock, systemClock } from '../base/clock.ts';
import { Approvals } from './approvals.ts';
import { Assignments } from './assignments.ts';
import { AuditLogStore } from './audit-log.ts';
import { StoreCheck, type StoreHealth } from './check-store.ts';
import { type MigrationState, readMigrations, type UnreadableUpload } from './database.ts';
import { Drops } from './drops.ts';
import type { KeyRing } from './encryption.ts';
import { HomeViewers } from './home-viewers.ts';
import { Interruptions } from './interruptions.ts';
import { LaterLooks } from './later-looks.ts';
import { Leases } from './leases.ts';
import type { ConnectionCounts } from './lend-connections.ts';
import { LocalNotices, type Notices } from './notices.ts';
import { PackageStore } from './packages.ts';
import { Processes } from './processes.ts';
import type { StoreKind } from './schema.ts';
import { Accounts, Installations, type Reencrypted, reencrypt } from './sealed.ts';
import { SeenKeys } from './seen-keys.ts';
import { WorkspaceSettings } from './settings.ts';
import { Snapshots } from './snapshots.ts';
import { UndoLogStore } from './undo-log.ts';
import { Uploads } from './uploads.ts';
import { Versions } from './versions.ts';
import { Watches } from './watches.ts';

export interface StoreOptions {
  /** A PostgreSQL URL; null stores everything in a file. */
  databaseUrl: string | null;
  /** Folder of that file, created if missing. Unused with a URL. */
  dataDir: string;
  /** Maximum number of PostgreSQL connections, besides two for authorization and one for notices; 10 by default. */
  poolSize?: number;
  /** How long work waits for one of them, in milliseconds. */
  connectionWaitMs?: number;
  /** The same for authorization, if that is less; 2 seconds by default. */
  authorizationWaitMs?: number;
  /** Starts the deadlines of these waits; defaults to that of the system clock. */
  deadline?: Clock['deadline'];
  /** Encrypt tokens and account keys; without them, none can be stored or read. */
  keys?: KeyRing | null;
  now?: Clock['now'];
  /** Maximum bytes of the packages kept as versions, for each workspace; default: 100 MiB. */
  versionsMaxBytes?: number;
  /** Watch the accounts of workspaces without a watch channel in their settings too; default: no. */
  isWatchedByDefault?: boolean;
  /** Called for each record that this version cannot read; for the log. */
  onUnreadable?: (upload: UnreadableUpload) => void;
  /** Called once when notices of other processes stop arriving, until they arrive again; for the log. */
  onNoticeTrouble?: (error: unknown) => void;
}

/**
 * Durable state. Resolved writes survive a kill and a power cut, except that on libsql a power cut may lose claims in
 * `seen`, `leases` and `homeViewers`.
 */
export interface Store {
  kind: StoreKind;
  uploads: Uploads;
  undoLog: UndoLogStore;
  assignments: Assignments;
  seen: SeenKeys;
  drops: Drops;
  leases: Leases;
  homeViewers: HomeViewers;
  packages: PackageStore;
  versions: Versions;
  auditLog: AuditLogStore;
  settings: WorkspaceSettings;
  approvals: Approvals;
  snapshots: Snapshots;
  watches: Watches;
  laterLooks: LaterLooks;
  processes: Processes;
  interruptions: Interruptions;
  installations: Installations;
  accounts: Accounts;
  /** Notices between the processes on this store. */
  notices: Notices;
  /** Re-encrypts all tokens and account keys with the first key. @throws {StoreError} without keys. */
  reencrypt(): Promise<Reencrypted>;
  /** Deletes the tokens and the account of a workspace that removed the app. The audit log stays. Needs no keys. */
  forgetTenant(teamId: string): Promise<void>;
  /** Whether the database responds and takes writes. @throws the database's errors if it does not respond. */
  check(): Promise<StoreHealth>;
  /** The PostgreSQL connections of this process; null on libsql. */
  connections(): ConnectionCounts | null;
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
  const { databaseUrl, isWatchedByDefault = false, keys = null, now, onUnreadable } = options;
  const { versionsMaxBytes = 100 * 1024 * 1024 } = options;
  const kind: StoreKind = databaseUrl === null ? 'libsql' : 'postgresql';
  const { authorization, close, connections, db, notices } = await openDatabase(options);
  const parts = { db, kind, notices, now: now ?? systemClock.now, onUnreadable: onUnreadable ?? (() => undefined) };
  const sealedParts = { ...parts, db: authorization, keys };
  const packages = new PackageStore(db);
  const versions = new Versions(parts, packages, versionsMaxBytes);
  const installations = new Installations(sealedParts);
  const accounts = new Accounts(sealedParts);
  const assignments = new Assignments(parts);
  const snapshots = new Snapshots(parts);
  const drops = new Drops(parts);
  const leases = new Leases(parts);
  const homeViewers = new HomeViewers(parts);
  const watches = new Watches(parts);
  const laterLooks = new LaterLooks(parts);
  const processes = new Processes(parts);
  const interruptions = new Interruptions(parts, processes);
  const storeCheck = new StoreCheck(parts);
  return {
    kind,
    uploads: new Uploads(parts, packages),
    undoLog: new UndoLogStore(parts),
    assignments,
    seen: new SeenKeys(parts),
    drops,
    leases,
    homeViewers,
    packages,
    versions,
    auditLog: new AuditLogStore(parts, processes),
    settings: new WorkspaceSettings({ ...parts, isWatchedByDefault }),
    approvals: new Approvals(parts),
    snapshots,
    watches,
    laterLooks,
    processes,
    interruptions,
    installations,
    accounts,
    notices,
    reencrypt: () => reencrypt(sealedParts),
    forgetTenant: async (teamId) => {
      await accounts.of(teamId).forget();
      await drops.of(teamId).forget();
      await leases.forget(teamId);
      await homeViewers.of(teamId).forget();
      await watches.forget(teamId);
      await laterLooks.forget(teamId);
      await interruptions.forget(teamId);
      await versions.forget(teamId);
      await assignments.forgetAll(teamId);
      await snapshots.of(teamId).forget();
      // Last, so that after an interruption the tenant is found again.
      await installations.remove(teamId);
    },
    check: () => storeCheck.run(),
    connections,
    readMigrations: () => readMigrations(db, kind),
    close,
  };
}

/** Imports only the driver in use. */
async function openDatabase(options: StoreOptions) {
  const { authorizationWaitMs, databaseUrl, dataDir, deadline, onNoticeTrouble } = options;
  if (databaseUrl === null) {
    const db = await (await import('./libsql.ts')).openLibsql(dataDir);
    const notices = new LocalNotices();
    return { db, authorization: db, notices, connections: () => null, close: () => db.destroy() };
  }
  const [{ openPostgresql }, { PostgresqlNotices }] = await Promise.all([
    import('./postgresql.ts'),
    import('./postgresql-notices.ts'),
  ]);
  const opened = await openPostgresql(databaseUrl, {
    ...{ authorizationWaitMs, deadline },
    ...{ size: options.poolSize, waitMs: options.connectionWaitMs },
  });
  const { authorization, db } = opened;
  const notices = await PostgresqlNotices.open({ databaseUrl, db, onTrouble: (error) => onNoticeTrouble?.(error) });
  const close = async () => {
    await notices.close();
    await Promise.all([db.destroy(), authorization.destroy()]);
  };
  return { ...opened, notices, close };
}
