import type { Clock } from '../base/clock.ts';
import type { ServiceClient } from '../service/client.ts';
import type { ApprovalSubject, TenantApprovals } from '../store/approval-record.ts';
import type { TenantAuditLog } from '../store/audit-record.ts';
import type { CachedRecords } from '../store/cached-record.ts';
import type { TenantQuiets } from '../store/quiet-record.ts';
import type { TenantSchedules } from '../store/schedule-record.ts';
import type { ApprovalChoice, TenantSettings } from '../store/settings-record.ts';
import type { TenantUndoLog } from '../store/undo-record.ts';
import type { Policy } from './access.ts';
import type { Connection } from './connection.ts';
import type { Deadlines } from './deadlines.ts';
import type { AccountUploads } from './features/upload/account-uploads.ts';
import type { AccountVersions } from './features/versions/account-versions.ts';
import type { Doctor } from './finding.ts';
import type { KnownAssignments } from './known-assignments.ts';
import type { Locks } from './locks.ts';

/**
 * For display only: allows cached lists, and omits unreadable rows. Don't use it for reads that decide a change or an
 * approval.
 */
export const MAY_BE_CACHED = { mayBeCached: true, mayBePartial: true } as const;

/** For reads before a change that draw no conclusion from a missing row. */
export const MAY_BE_PARTIAL = { mayBePartial: true } as const;

interface TeamSettings {
  /** The environment's policy. The admins' settings add to it. */
  fixed: Policy;
  store: TenantSettings;
}

/** Pending approvals, and the actions that run when one is approved. */
export interface TeamApprovals {
  store: TenantApprovals;
  /** The changes that need a second admin. @throws store errors. */
  readChosen: () => Promise<readonly ApprovalChoice[]>;
  /** Lifetime of a pending approval, in milliseconds. */
  keepMs: number;
  /** Passes the decision to the upload, only once. `by`: the approver. False if it is too late. */
  decide: (what: Extract<ApprovalSubject, { kind: 'replace' | 'update' }>, by: string | null) => Promise<boolean>;
}

/** The dependencies of every operation. Tests pass plain values. */
export interface OperationContext {
  service: ServiceClient;
  assignments: KnownAssignments;
  /** Locks that serialize changes of the same thing. */
  locks: Locks;
  undoLog: TenantUndoLog;
  /** Quiet periods and planned changes. */
  quiets: TenantQuiets;
  schedules: TenantSchedules;
  /** Cached quiet periods, planned and latest changes, for display. */
  records: CachedRecords;
  auditLog: TenantAuditLog;
  settings: TeamSettings;
  /** The account behind `service`. */
  connection: Connection;
  approvals: TeamApprovals;
  doctor: Doctor;
  versions: AccountVersions;
  uploads: AccountUploads;
  clock: Pick<Clock, 'after' | 'deadline'>;
  deadlines: Deadlines;
  now: () => Date;
}
