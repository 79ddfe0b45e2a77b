import * as z from 'zod';

const MAX_LINE = 1_000;
/** In characters: enough for all settings at once, about 700 IDs. */
const MAX_WORDS = 16_000;
const MAX_NAME = 1_000;

/** Truncates instead of rejecting, because long text must not prevent an audit entry. */
const cutTo = (max: number) =>
  z
    .string()
    // Drops half of a split surrogate pair.
    .transform((text) => (text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`));

const Id = z.string().regex(/^[0-9a-f]{16}$/, 'is not sixteen hexadecimal digits');
const SlackId = z.string().min(1).max(255);

export const AuditTarget = z.object({
  kind: z.enum(['ability', 'installed', 'agent', 'upload', 'approval', 'setting', 'account']),
  /** Null if the target has no ID or wasn't found. */
  id: z.string().nullable(),
  name: cutTo(MAX_NAME).nullable(),
});
export type AuditTarget = z.infer<typeof AuditTarget>;

/** Written before the action. */
export const AuditStart = z.object({
  /** Sixteen hexadecimal digits, from `TenantAuditLog.newId`. */
  id: Id,
  /** Shown to people and in the log, to find the request. */
  ref: z.string().min(1).max(64),
  userId: SlackId,
  /** Null without a channel, as on the Home tab. */
  channelId: SlackId.nullable(),
  /** Null if Slack didn't send a name. */
  channelName: cutTo(MAX_NAME).nullish(),
  verb: z.string().min(1).max(64),
  /** The command as typed or from the button; null if there is no line, or it may be a secret. */
  line: cutTo(MAX_LINE).nullable(),
  /** The targets, as far as they are known before the action. */
  targets: z.array(AuditTarget),
  /** The plan that the attempt carries out; null if a person made the request directly. */
  plan: Id.nullish(),
  /**
   * Set for a planned command. If its process is killed, another one runs it again and posts the result, so the
   * interruption isn't reported.
   */
  isPlanned: z.literal(true).optional(),
});
export type AuditStart = z.infer<typeof AuditStart>;

/** The reason of an attempt whose process was killed. The change may have been made. */
const INTERRUPTED = 'interrupted';

export const interruptedResult = ({ targets }: Pick<AuditStart, 'targets'>) =>
  ({ outcome: 'failed', why: INTERRUPTED, targets, before: null, after: null }) as const;

/** The plan that the attempt is about; null for none. */
export const planIn = ({ ended, plan }: Pick<AuditRecord, 'ended' | 'plan'>): string | null =>
  ended?.plan ?? plan ?? null;

export const isInterrupted = ({ ended }: Pick<AuditRecord, 'ended'>): boolean =>
  ended?.outcome === 'failed' && ended.why === INTERRUPTED;

export const OUTCOMES = ['done', 'refused', 'failed', 'unchanged', 'unconfirmed'] as const;
/**
 * `unchanged`: the account was already in the requested state. `refused`: nothing was attempted. `unconfirmed`: the
 * service reported success, but the account doesn't show the change.
 */
export type AuditOutcome = (typeof OUTCOMES)[number];

/** Written after the action. */
export const AuditEnd = z.object({
  outcome: z.enum(OUTCOMES),
  /** A short sentence or a reason code. */
  why: cutTo(MAX_LINE).nullable(),
  targets: z.array(AuditTarget),
  /** The state before and after, in words for people. */
  before: cutTo(MAX_WORDS).nullable(),
  after: cutTo(MAX_WORDS).nullable(),
  /** The actual state of the account, in words for people; null if it shows the change or wasn't read. */
  found: cutTo(MAX_WORDS).nullable().default(null),
  /** For a decision about another person's request: that person, and the kind of its subject (`ApprovalSubject`). */
  request: z.object({ askedBy: SlackId, verb: z.string() }).optional(),
  /** The attempt that requested this change, if this attempt approved it. The log shows both as one entry. */
  folds: Id.nullish(),
  /** The plan that was created, changed or canceled. */
  plan: Id.nullish(),
  /** The ID in the undo log. */
  changeId: z.string().nullable(),
  /** The service's HTTP status; null if it wasn't called. */
  status: z.int().nullable(),
  ms: z.number().nonnegative(),
});
export type AuditEnd = z.infer<typeof AuditEnd>;
/** The input for `AuditEnd`, in which fields with defaults may be absent. */
export type NewAuditEnd = z.input<typeof AuditEnd>;

/** The result of a later check. Replaces the outcome and the finding of the attempt's end. */
export const AuditFound = AuditEnd.pick({ outcome: true, found: true });
export type AuditFound = z.infer<typeof AuditFound>;

export interface AuditRecord extends AuditStart {
  at: Date;
  /** Null if the attempt is still running or was interrupted. */
  ended: (AuditEnd & { at: Date }) | null;
  /** Further refusals of the same person, which are counted here instead of stored. */
  repeats?: AuditRepeats;
}

interface AuditRepeats {
  /** Without the stored attempt. */
  count: number;
  lastAt: Date;
  /**
   * True if all were the same command, refused for the same reason; false on the row that counts any other refusals of
   * that hour.
   */
  same: boolean;
}

/** Absent fields match everything. */
export interface AuditFilters {
  /** Part of a target's name, ignoring case. */
  name?: string;
  /** Includes this person's requests that others have decided. */
  userId?: string;
  /** Attempts that started at this time or later. */
  since?: Date;
  until?: Date;
  ref?: string;
  /** Attempts with one of these outcomes; empty for all. */
  outcomes?: readonly AuditOutcome[];
  /** The ID of the newest attempt to return; absent for the newest of all. */
  from?: string;
}

export interface AuditQuery extends AuditFilters {
  /** Starts at 1, with the newest attempt or `from`. */
  page: number;
  perPage: number;
}

/** The audit log of one workspace. Unreadable attempts are omitted. */
export interface TenantAuditLog {
  newId(): string;
  /**
   * Starts an attempt. Idempotent: the first call for an ID wins.
   * @param how `isResumed`: true if any process may end the attempt, as for an upload. Otherwise, killing this process
   * interrupts it.
   */
  begin(start: AuditStart, how?: { isResumed?: boolean }): Promise<void>;
  /**
   * Ends an attempt. Idempotent: the first call wins, unless it marked the attempt as interrupted.
   * @throws {StoreError} if this workspace has no attempt with this ID.
   */
  end(id: string, ended: NewAuditEnd): Promise<void>;
  /** Call when the requester has the answer. Before that, another process answers if this one is killed. */
  answered(ref: string): void;
  /** Null if there is no attempt with this ID. */
  read(id: string): Promise<AuditRecord | null>;
  /**
   * Marks an attempt as interrupted, because its process was killed, unless it has ended.
   * @returns the attempt; null if it no longer exists.
   */
  interrupt(id: string): Promise<AuditRecord | null>;
  /** Stores the result of the last check of an unconfirmed change. Idempotent: the first call wins. */
  find(id: string, found: AuditFound): Promise<void>;
  /**
   * Stores an attempt that was refused. If the same person is refused the same way within the hour, only a counter is
   * incremented, as it is after ten different refusals.
   */
  refuse(start: AuditStart, ended: NewAuditEnd): Promise<void>;
  /**
   * One page of attempts, newest first. Requests that were decided are part of their decisions, and are only listed
   * separately if `ref` names one. `total` counts all pages, including unreadable attempts.
   */
  list(query: AuditQuery): Promise<{ records: AuditRecord[]; total: number }>;
  /**
   * The number of attempts that started at `since` or later and haven't ended.
   * @param but `withoutUploads`: true to exclude uploads, which may run for a day.
   */
  runningSince(since: Date, but?: { withoutUploads?: boolean }): Promise<number>;
  /** The latest `max` attempts that match, oldest first. */
  all(filters: AuditFilters, max: number): Promise<AuditRecord[]>;
}
