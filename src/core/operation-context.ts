import type { ServiceClient } from '../service/client.ts';
import type { ApprovalSubject, TenantApprovals } from '../store/approval-record.ts';
import type { AuditLog } from '../store/audit-record.ts';
import type { TenantSettings } from '../store/settings-record.ts';
import type { UndoLog } from '../store/undo-record.ts';
import type { Connection, Policy } from './access.ts';
import type { Doctor } from './finding.ts';
import type { KnownAssignments } from './known-assignments.ts';

/**
 * Runs tasks of the same key one after another, so that the second of two clicks reads what the first has written.
 * Different keys do not wait for each other. A failing task does not hold up the next.
 */
export class Locks {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(task);
    const tail = result.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}

/**
 * For display only: allows cached lists without their unreadable rows. Do not use for reads that decide a change or an
 * approval.
 */
export const LOOKING = { mayBeKept: true, mayBePartial: true } as const;

/** For reads before a change that conclude nothing from an absent row. */
export const FINDING = { mayBePartial: true } as const;

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
