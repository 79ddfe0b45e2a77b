import type { ServiceClient } from '../../service-client/service-client.ts';
import type { ApprovalSubject, TenantApprovals } from '../../store/approval-record.ts';
import type { AuditLog } from '../../store/audit-record.ts';
import type { UndoLog } from '../../store/undo-record.ts';
import type { TenantSettings } from '../../store/workspace-settings-record.ts';
import type { Policy } from '../access/policy.ts';
import type { Connection } from '../connection.ts';
import type { Doctor } from '../finding.ts';
import type { KnownAssignments } from '../known-assignments.ts';
import type { Locks } from '../locks.ts';

/** What is set for the workspace. */
export interface TeamSettings {
  /** What the environment says, to which the admins add. */
  fixed: Policy;
  book: TenantSettings;
  /** Told after a save. */
  changed: () => void;
}

/** What waits for a second admin, and what is done when one agrees. */
export interface TeamApprovals {
  book: TenantApprovals;
  /** Whether a second admin is needed at all. @throws what the store throws. */
  areOn: () => Promise<boolean>;
  /** For how long it waits. */
  keepMs: number;
  /** Gives an upload its decision. False: it is past that. */
  replace: (what: Extract<ApprovalSubject, { kind: 'replace' }>, by: string) => Promise<boolean>;
}

/** What every operation works with. Time comes in here, so that tests can hand in plain values. */
export interface OperationContext {
  service: ServiceClient;
  assignments: KnownAssignments;
  /** One change of the same thing at a time. */
  locks: Locks;
  /** Who changed what, for taking it back. */
  undoLog: UndoLog;
  /** Every attempt, before and after. */
  auditLog: AuditLog;
  settings: TeamSettings;
  /** The account behind `service`. */
  connection: Connection;
  approvals: TeamApprovals;
  doctor: Doctor;
  now: () => Date;
}
