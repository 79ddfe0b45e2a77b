import * as z from 'zod';

const MAX_LINE = 1_000;
/** Enough for all settings at once: about 700 IDs. */
const MAX_WORDS = 16_000;
const MAX_NAME = 1_000;

/** Truncates instead of rejecting: long text must not prevent an audit entry. */
const cutTo = (max: number) =>
  z
    .string()
    // Drops a split surrogate pair.
    .transform((text) => (text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`));

const Id = z.string().regex(/^[0-9a-f]{16}$/, 'is not sixteen hexadecimal digits');
const SlackId = z.string().min(1).max(255);

export const AuditTarget = z.object({
  kind: z.enum(['ability', 'installed', 'agent', 'upload', 'approval', 'setting', 'account']),
  /** Null if it has no ID, or was not found. */
  id: z.string().nullable(),
  name: cutTo(MAX_NAME).nullable(),
});
export type AuditTarget = z.infer<typeof AuditTarget>;

/** Written before the action. */
export const AuditStart = z.object({
  /** Sixteen hexadecimal digits: see `TenantAuditLog.newId`. */
  id: Id,
  /** The correlation ID, shown to users and in the log. */
  ref: z.string().min(1).max(64),
  userId: SlackId,
  /** Null without a channel, for example on the Home tab. */
  channelId: SlackId.nullable(),
  /** Null if Slack did not send it. */
  channelName: cutTo(MAX_NAME).nullish(),
  verb: z.string().min(1).max(64),
  /** The arguments as typed, or as carried by a button. */
  line: cutTo(MAX_LINE).nullable(),
  /** The targets as far as they are known before any lookup. */
  targets: z.array(AuditTarget),
  /** The plan that it carries out; null if a person asked for it now. */
  plan: Id.nullish(),
  /** A planned command: after a kill, another process runs it again and posts the result, so no message reports the kill. */
  isPlanned: z.literal(true).optional(),
});
export type AuditStart = z.infer<typeof AuditStart>;

/** Failure reason of an attempt whose process was killed. The change may have been made. */
const INTERRUPTED = 'interrupted';

export const interruptedResult = ({ targets }: Pick<AuditStart, 'targets'>) =>
  ({ outcome: 'failed', why: INTERRUPTED, targets, before: null, after: null }) as const;

/** The plan that it is about; null for none. */
export const planIn = ({ ended, plan }: Pick<AuditRecord, 'ended' | 'plan'>): string | null =>
  ended?.plan ?? plan ?? null;

export const isInterrupted = ({ ended }: Pick<AuditRecord, 'ended'>): boolean =>
  ended?.outcome === 'failed' && ended.why === INTERRUPTED;

export const OUTCOMES = ['done', 'refused', 'failed', 'unchanged', 'unconfirmed'] as const;
/**
 * `unchanged`: already in the requested state. `refused`: not attempted. `unconfirmed`: the service reported success, and
 * the account does not show it.
 */
export type AuditOutcome = (typeof OUTCOMES)[number];

/** Written after the action. */
export const AuditEnd = z.object({
  outcome: z.enum(OUTCOMES),
  /** A short sentence or a reason code. */
  why: cutTo(MAX_LINE).nullable(),
  targets: z.array(AuditTarget),
  /** Readable state before and after. */
  before: cutTo(MAX_WORDS).nullable(),
  after: cutTo(MAX_WORDS).nullable(),
  /** The actual state of the account; null if it showed the change, or was not read. */
  found: cutTo(MAX_WORDS).nullable().default(null),
  /** For a decision about another person's request: that person, and the verb of the change. */
  request: z.object({ askedBy: SlackId, verb: z.string() }).optional(),
  /** The attempt that requested this one, if this one decided it: the list shows both as one. */
  folds: Id.nullish(),
  /** The plan that it made, changed or ended. */
  plan: Id.nullish(),
  /** ID of the undo record; see `undo-record.ts`. */
  changeId: z.string().nullable(),
  /** HTTP status of the service; null if it was not called. */
  status: z.int().nullable(),
  ms: z.number().nonnegative(),
});
export type AuditEnd = z.infer<typeof AuditEnd>;
/** Before parsing: absent fields get their defaults. */
export type NewAuditEnd = z.input<typeof AuditEnd>;

/** Replaces the outcome and the finding of the end. */
export const AuditFound = AuditEnd.pick({ outcome: true, found: true });
export type AuditFound = z.infer<typeof AuditFound>;

export interface AuditRecord extends AuditStart {
  at: Date;
  /** Null: still running, or interrupted. */
  ended: (AuditEnd & { at: Date }) | null;
  /** The same user's further refused attempts, counted here instead of stored. */
  repeats?: AuditRepeats;
}

interface AuditRepeats {
  /** Excludes the stored one. */
  count: number;
  lastAt: Date;
  /**
   * True if they are the same command, refused for the same reason; false on the row that collects other refusals of
   * that hour.
   */
  same: boolean;
}

/** Absent fields match all attempts. */
export interface AuditFilters {
  /** Substring of a target's name, ignoring case. */
  name?: string;
  /** Includes requests of this person that others decided. */
  userId?: string;
  /** Started at this time or later. */
  since?: Date;
  until?: Date;
  ref?: string;
  /** Only attempts with these outcomes; empty: all. */
  outcomes?: readonly AuditOutcome[];
  /** ID of the newest attempt to return, together with older ones. Absent: all. */
  from?: string;
}

export interface AuditQuery extends AuditFilters {
  /** From 1, counted from the newest entry, or from `from`. */
  page: number;
  perPage: number;
}

/** The audit log of one workspace. Unreadable attempts are omitted. */
export interface TenantAuditLog {
  newId(): string;
  /**
   * Idempotent: the first call for an ID wins.
   * @param isResumed whether any process ends it, as an upload. Otherwise it is interrupted if this process is killed.
   */
  begin(start: AuditStart, how?: { isResumed?: boolean }): Promise<void>;
  /**
   * Idempotent: the first call wins, and is only corrected if it was an interruption.
   * @throws {StoreError} if this workspace has no attempt with this ID.
   */
  end(id: string, ended: NewAuditEnd): Promise<void>;
  /** The person has the answer to the request with this ref. Until then, another process answers it after a kill. */
  answered(ref: string): void;
  /** Null if there is none with this ID. */
  read(id: string): Promise<AuditRecord | null>;
  /**
   * Ends an attempt whose process was killed, if it has not ended.
   * @returns the attempt; null if it is gone.
   */
  interrupt(id: string): Promise<AuditRecord | null>;
  /** The result of the last check of an unconfirmed change. Idempotent: the first call wins. */
  find(id: string, found: AuditFound): Promise<void>;
  /**
   * Stores an attempt that was refused before any action. A repeat by the same user within the hour only increments a
   * counter, as do all refusals beyond ten different ones.
   */
  refuse(start: AuditStart, ended: NewAuditEnd): Promise<void>;
  /** One page, newest first; without decided requests, which are part of their decisions, unless `ref` names one. `total` covers all pages, including unreadable rows. */
  list(query: AuditQuery): Promise<{ records: AuditRecord[]; total: number }>;
  /** Number of attempts started at `since` or later that have not ended. Uploads may run for a day. */
  runningSince(since: Date, but?: { withoutUploads?: boolean }): Promise<number>;
  /** The latest `max` attempts that match, oldest first. */
  all(filters: AuditFilters, max: number): Promise<AuditRecord[]>;
}
