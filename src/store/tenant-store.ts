import type { TenantApprovals } from './approval-record.ts';
import type { Approvals } from './approvals.ts';
import type { Assignments, TenantAssignments } from './assignments.ts';
import type { AuditLogStore } from './audit-log.ts';
import type { AuditLog } from './audit-record.ts';
import { ShortText } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { Drops, TenantDrops } from './drops.ts';
import type { HomeViewers, TenantHomeViewers } from './home-viewers.ts';
import type { Interruptions, TenantInterruptions } from './interruptions.ts';
import type { LaterLooks, TenantLaterLooks } from './later-looks.ts';
import type { TenantLeases } from './lease-record.ts';
import type { Leases } from './leases.ts';
import type { PackageStore, TenantPackages } from './packages.ts';
import type { Accounts, Installations, TenantAccount } from './sealed.ts';
import type { SeenKeys, TenantKeys } from './seen-keys.ts';
import type { WorkspaceSettings } from './settings.ts';
import type { TenantSettings } from './settings-record.ts';
import type { Snapshots, TenantSnapshot } from './snapshots.ts';
import type { UndoLogStore } from './undo-log.ts';
import type { UndoLog } from './undo-record.ts';
import { TenantUploads } from './uploads.ts';
import type { TenantVersions, Versions } from './versions.ts';
import type { TenantWatch, Watches } from './watches.ts';

/**
 * Durable state of one workspace, or of one organization that installed the app as a whole. Nothing of another one can be
 * found or changed through it.
 */
export interface TenantStore {
  account: TenantAccount;
  assignments: TenantAssignments;
  auditLog: AuditLog;
  drops: TenantDrops;
  homeViewers: TenantHomeViewers;
  interruptions: TenantInterruptions;
  laterLooks: TenantLaterLooks;
  packages: TenantPackages;
  seen: TenantKeys;
  settings: TenantSettings;
  snapshot: TenantSnapshot;
  uploads: TenantUploads;
  versions: TenantVersions;
  watch: TenantWatch;
  /** @param account the version of the account that requests are about; requests for another one have expired. */
  approvalsOf(account: number | null): TenantApprovals;
  /** @param account the version of the account that changes are made in. */
  undoLogOf(account: number | null): UndoLog;
  /** A new holder of leases. Take one for each cache of the account. */
  newLeaseHolder(): TenantLeases;
  /** Deletes the tokens and the data of a workspace that removed the app. The audit log stays. Needs no keys. */
  forget(): Promise<void>;
}

interface Tables {
  accounts: Accounts;
  approvals: Approvals;
  assignments: Assignments;
  auditLog: AuditLogStore;
  drops: Drops;
  homeViewers: HomeViewers;
  installations: Installations;
  interruptions: Interruptions;
  laterLooks: LaterLooks;
  leases: Leases;
  packages: PackageStore;
  seen: SeenKeys;
  settings: WorkspaceSettings;
  snapshots: Snapshots;
  undoLog: UndoLogStore;
  versions: Versions;
  watches: Watches;
}

/** @throws ZodError for an ID that no tenant can have. */
export function openTenantStore(id: string, tables: Tables, parts: StoreParts): TenantStore {
  const tenantId = ShortText.parse(id);
  const uploads = new TenantUploads(parts, tenantId);
  const tenant = {
    account: tables.accounts.of(tenantId),
    assignments: tables.assignments.of(tenantId),
    drops: tables.drops.of(tenantId),
    homeViewers: tables.homeViewers.of(tenantId),
    interruptions: tables.interruptions.of(tenantId),
    laterLooks: tables.laterLooks.of(tenantId),
    snapshot: tables.snapshots.of(tenantId),
    versions: tables.versions.of(tenantId),
    watch: tables.watches.of(tenantId),
  };
  return {
    ...tenant,
    auditLog: tables.auditLog.of(tenantId),
    packages: tables.packages.of(tenantId),
    seen: tables.seen.of(tenantId),
    settings: tables.settings.of(tenantId),
    uploads,
    approvalsOf: (account) => tables.approvals.of(tenantId, account),
    undoLogOf: (account) => tables.undoLog.of(tenantId, account),
    newLeaseHolder: () => tables.leases.of(tenantId),
    forget: async () => {
      for (const table of Object.values(tenant)) await table.forget();
      await tables.leases.forget(tenantId);
      // Last, so that after an interruption the tenant is found again.
      await tables.installations.remove(tenantId);
    },
  };
}
