import type { TenantApprovals } from './approval-record.ts';
import type { Approvals } from './approvals.ts';
import type { Assignments, TenantAssignments } from './assignments.ts';
import type { AuditLog } from './audit-log.ts';
import type { TenantAuditLog } from './audit-record.ts';
import { ShortText } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { Drops, TenantDrops } from './drops.ts';
import type { HomeViewers, TenantHomeViewers } from './home-viewers.ts';
import type { Interruptions, TenantInterruptions } from './interruptions.ts';
import type { TenantLeases } from './lease-record.ts';
import type { Leases } from './leases.ts';
import type { Packages, TenantPackages } from './packages.ts';
import type { TenantQuiets } from './quiet-record.ts';
import type { Quiets } from './quiets.ts';
import type { Rechecks, TenantRechecks } from './rechecks.ts';
import type { TenantSchedules } from './schedule-record.ts';
import type { Schedules } from './schedules.ts';
import type { Accounts, Installations, TenantAccount } from './sealed.ts';
import type { SeenKeys, TenantSeenKeys } from './seen-keys.ts';
import type { Settings } from './settings.ts';
import type { TenantSettings } from './settings-record.ts';
import type { Snapshots, TenantSnapshot } from './snapshots.ts';
import type { UndoLog } from './undo-log.ts';
import type { TenantUndoLog } from './undo-record.ts';
import { TenantUploads } from './uploads.ts';
import type { TenantVersions, Versions } from './versions.ts';
import type { TenantWatch, Watches } from './watches.ts';

/**
 * Durable state of one workspace, or of one organization that installed the app. It gives no access to any other
 * tenant's data.
 */
export interface TenantStore {
  account: TenantAccount;
  assignments: TenantAssignments;
  auditLog: TenantAuditLog;
  drops: TenantDrops;
  homeViewers: TenantHomeViewers;
  interruptions: TenantInterruptions;
  rechecks: TenantRechecks;
  packages: TenantPackages;
  seen: TenantSeenKeys;
  settings: TenantSettings;
  snapshot: TenantSnapshot;
  uploads: TenantUploads;
  versions: TenantVersions;
  watch: TenantWatch;
  /**
   * @param account the version of the account that requests are about; requests about another one have expired. Null
   * for any.
   */
  approvalsOf(account: number | null): TenantApprovals;
  /** @param account the version of the account that the quiets belong to. */
  quietsOf(account: number | null): TenantQuiets;
  /** @param account the version of the account that the planned commands are about. */
  schedulesOf(account: number | null): TenantSchedules;
  /** @param account the version of the account whose changes are recorded; null if unknown. */
  undoLogOf(account: number | null): TenantUndoLog;
  /** A new lease holder. Each cache of the account needs its own. */
  newLeaseHolder(): TenantLeases;
  /**
   * For a workspace that removed the app: deletes its tokens, its API key, stored data about the account, and scheduled
   * work. Settings, audit log, undo log, approvals and uploads are kept: they expire, or apply again after a new
   * installation. Requires no encryption keys.
   */
  forget(): Promise<void>;
}

interface Tables {
  accounts: Accounts;
  approvals: Approvals;
  assignments: Assignments;
  auditLog: AuditLog;
  drops: Drops;
  homeViewers: HomeViewers;
  installations: Installations;
  interruptions: Interruptions;
  rechecks: Rechecks;
  leases: Leases;
  packages: Packages;
  quiets: Quiets;
  schedules: Schedules;
  seen: SeenKeys;
  settings: Settings;
  snapshots: Snapshots;
  undoLog: UndoLog;
  versions: Versions;
  watches: Watches;
}

/**
 * Each table is opened on first use, because a cached workspace needs only a few of them, and a request often just one.
 */
export function openTenantStore(id: string, tables: Tables, parts: StoreParts): TenantStore {
  const tenantId = ShortText.parse(id);
  const store: TenantStore = {
    get account() {
      return tables.accounts.of(tenantId);
    },
    get assignments() {
      return tables.assignments.of(tenantId);
    },
    get auditLog() {
      return tables.auditLog.of(tenantId);
    },
    get drops() {
      return tables.drops.of(tenantId);
    },
    get homeViewers() {
      return tables.homeViewers.of(tenantId);
    },
    get interruptions() {
      return tables.interruptions.of(tenantId);
    },
    get rechecks() {
      return tables.rechecks.of(tenantId);
    },
    get packages() {
      return tables.packages.of(tenantId);
    },
    get seen() {
      return tables.seen.of(tenantId);
    },
    get settings() {
      return tables.settings.of(tenantId);
    },
    get snapshot() {
      return tables.snapshots.of(tenantId);
    },
    get uploads() {
      return new TenantUploads(parts, tenantId);
    },
    get versions() {
      return tables.versions.of(tenantId);
    },
    get watch() {
      return tables.watches.of(tenantId);
    },
    approvalsOf: (account) => tables.approvals.of(tenantId, account),
    quietsOf: (account) => tables.quiets.of(tenantId, account),
    schedulesOf: (account) => tables.schedules.of(tenantId, account),
    undoLogOf: (account) => tables.undoLog.of(tenantId, account),
    newLeaseHolder: () => tables.leases.of(tenantId),
    forget: async () => {
      await store.account.forget();
      // Then the rows that cause background work for the tenant.
      await store.watch.forget();
      await store.rechecks.forget();
      await tables.schedules.forget(tenantId);
      await tables.quiets.forget(tenantId);
      await store.interruptions.forget();
      await store.drops.forget();
      await tables.leases.forget(tenantId);
      await store.homeViewers.forget();
      await store.assignments.forget();
      await store.snapshot.forget();
      // Takes the longest.
      await store.versions.forget();
      // Last, so that the tenant is still found if this is interrupted.
      await tables.installations.forget(tenantId);
    },
  };
  return store;
}
