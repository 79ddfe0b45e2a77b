import { type Clock, systemClock } from '../base/clock.ts';
import { Approvals } from './approvals.ts';
import { Assignments } from './assignments.ts';
import { AuditLog } from './audit-log.ts';
import { StoreCheck, type StoreHealth } from './check-store.ts';
import { type MigrationState, readMigrations, type UnreadableUpload } from './database.ts';
import { Drops } from './drops.ts';
import type { KeyRing } from './encryption.ts';
import { HomeViewers } from './home-viewers.ts';
import { Interruptions } from './interruptions.ts';
import { Leases } from './leases.ts';
import type { ConnectionCounts } from './lend-connections.ts';
import { LocalNotices, type Notices } from './notices.ts';
import { Packages } from './packages.ts';
import { Processes } from './processes.ts';
import { Quiets } from './quiets.ts';
import { Rechecks } from './rechecks.ts';
import { Schedules } from './schedules.ts';
import type { StoreKind } from './schema.ts';
import { Accounts, Installations, type Reencrypted, reencrypt } from './sealed.ts';
import { SeenKeys } from './seen-keys.ts';
import { Settings } from './settings.ts';
import { Snapshots } from './snapshots.ts';
import { openTenantStore, type TenantStore } from './tenant-store.ts';
import { UndoLog } from './undo-log.ts';
import { UploadQueue } from './upload-queue.ts';
import { Versions } from './versions.ts';
import { Watches } from './watches.ts';

export interface StoreOptions {
  /** A PostgreSQL URL; if null, everything is stored in a file. */
  databaseUrl: string | null;
  /** The directory of that file, created if missing. Unused with a URL. */
  dataDir: string;
  /**
   * The maximum number of PostgreSQL connections, not counting two for authorization and one for notices; 10 by
   * default.
   */
  poolSize?: number;
  /** How long a query waits for a connection, in milliseconds; 5 seconds by default. */
  connectionWaitMs?: number;
  /** How long authorization waits, if that is shorter; 2 seconds by default. */
  authorizationWaitMs?: number;
  /** Times these waits, and the retries if the server is full; the system clock by default. */
  clock?: Pick<Clock, 'after' | 'deadline'>;
  /** Encrypts tokens and account keys. Without it, they can't be stored or read. */
  keys?: KeyRing | null;
  now?: Clock['now'];
  /** The maximum size of the packages kept as versions, per workspace, in bytes; 100 MiB by default. */
  versionsMaxBytes?: number;
  /** True to watch the accounts of workspaces that have no watch channel in their settings; false by default. */
  isWatchedByDefault?: boolean;
  /** Called for each record that this version can't read. */
  onUnreadable?: (upload: UnreadableUpload) => void;
  /** Called once when notices of other processes stop arriving, and not again before they have resumed. */
  onNoticeTrouble?: (error: unknown) => void;
}

/**
 * Durable state. Resolved writes survive a kill and a power cut, except that on libsql a power cut may lose claims in
 * `seen`, leases and Home viewers.
 */
export interface Store {
  kind: StoreKind;
  /**
   * The part for one workspace; the other members are about all of them. @throws ZodError if the ID can't be a
   * tenant's.
   */
  of(tenantId: string): TenantStore;
  approvals: Pick<Approvals, 'takeReminders'>;
  auditLog: Pick<AuditLog, 'newestBefore'>;
  drops: Pick<Drops, 'takeDue'>;
  installations: Pick<Installations, 'find' | 'save' | 'takeUnchecked' | 'tenants'>;
  interruptions: Pick<Interruptions, 'plan' | 'takeDue'>;
  rechecks: Pick<Rechecks, 'isShared' | 'nextDueAt' | 'onPlanned' | 'takeDue'>;
  schedules: Omit<Schedules, 'of'>;
  processes: Processes;
  /** Claims that belong to no workspace. */
  seen: Pick<SeenKeys, 'claim' | 'release'>;
  uploadQueue: Omit<UploadQueue, 'expire'>;
  watches: Pick<Watches, 'behindMs' | 'nextDueAt' | 'takeDue'>;
  /** Notices between the processes on this store. */
  notices: Notices;
  /** Deletes expired data of all workspaces. Any process may call this at any time. */
  expire(before: ExpiredBefore): Promise<{ uploads: number }>;
  /** Re-encrypts all tokens and account keys with the first key. @throws {StoreError} without keys. */
  reencrypt(): Promise<Reencrypted>;
  /**
   * Checks whether the database responds and accepts writes.
   * @throws the database's errors if it doesn't respond.
   */
  check(): Promise<StoreHealth>;
  /** The PostgreSQL connections of this process; null on libsql. */
  connections(): ConnectionCounts | null;
  /**
   * The state of the migrations, which another process may have changed since this one started. Read-only.
   * @throws the database's errors.
   */
  readMigrations(): Promise<MigrationState>;
  close(): Promise<void>;
}

/** In milliseconds since 1970. */
interface ExpiredBefore {
  /** For audit and undo records, and interrupted requests. */
  history: number;
  /** For uploads, by the time when their result was posted. */
  uploads: number;
}

/**
 * Opens the store and migrates it. Several processes may open and share it concurrently.
 * @throws {StoreError} with a message for people, without the URL's password.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, isWatchedByDefault = false, keys = null, now, onUnreadable } = options;
  const { versionsMaxBytes = 100 * 1024 * 1024 } = options;
  const kind: StoreKind = databaseUrl === null ? 'libsql' : 'postgresql';
  const { authorization, close, connections, db, notices } = await openDatabase(options);
  const parts = { db, kind, notices, now: now ?? systemClock.now, onUnreadable: onUnreadable ?? (() => undefined) };
  const sealedParts = { ...parts, db: authorization, keys };
  const packages = new Packages(db);
  const processes = new Processes(parts);
  const tables = {
    accounts: new Accounts(sealedParts),
    approvals: new Approvals(parts),
    assignments: new Assignments(parts),
    auditLog: new AuditLog(parts, processes),
    drops: new Drops(parts),
    homeViewers: new HomeViewers(parts),
    installations: new Installations(sealedParts),
    interruptions: new Interruptions(parts, processes),
    rechecks: new Rechecks(parts),
    quiets: new Quiets(parts),
    schedules: new Schedules(parts),
    leases: new Leases(parts),
    packages,
    seen: new SeenKeys(parts),
    settings: new Settings({ ...parts, isWatchedByDefault }),
    snapshots: new Snapshots(parts),
    undoLog: new UndoLog(parts),
    versions: new Versions({ ...parts, packages, maxBytes: versionsMaxBytes }),
    watches: new Watches(parts),
  };
  const uploadQueue = new UploadQueue(parts, packages);
  const storeCheck = new StoreCheck(parts);
  const { approvals, auditLog, drops, installations, interruptions, rechecks, schedules, seen, watches } = tables;
  return {
    approvals,
    auditLog,
    drops,
    installations,
    interruptions,
    rechecks,
    schedules,
    seen,
    watches,
    kind,
    of: (tenantId) => openTenantStore(tenantId, tables, parts),
    uploadQueue,
    processes,
    notices,
    expire: async ({ history, uploads }) => {
      await seen.expire();
      await drops.expire();
      await tables.leases.expire();
      await tables.homeViewers.expire();
      await tables.undoLog.expire(history);
      await auditLog.expire(history);
      await interruptions.expire(history);
      await approvals.expire();
      await tables.versions.expire();
      return { uploads: await uploadQueue.expire(uploads) };
    },
    reencrypt: () => reencrypt(sealedParts),
    check: () => storeCheck.run(),
    connections,
    readMigrations: () => readMigrations(db, kind),
    close,
  };
}

/** Imports only the driver that is needed. */
async function openDatabase(options: StoreOptions) {
  const { authorizationWaitMs, clock, databaseUrl, dataDir, onNoticeTrouble } = options;
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
    authorizationWaitMs,
    clock,
    size: options.poolSize,
    waitMs: options.connectionWaitMs,
  });
  const { authorization, db } = opened;
  const notices = await PostgresqlNotices.open({ databaseUrl, db, onTrouble: (error) => onNoticeTrouble?.(error) });
  const close = async () => {
    await notices.close();
    await Promise.all([db.destroy(), authorization.destroy()]);
  };
  return { ...opened, notices, close };
}
