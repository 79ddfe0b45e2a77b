import * as z from 'zod';

const MAX_LINE = 1_000;
const MAX_WORDS = 2_000;
const MAX_NAME = 1_000;

/** A text that is cut rather than refused: an attempt is recorded however long its words are. */
const cutTo = (most: number) =>
  z
    .string()
    // Half of a character that takes two places is no text.
    .transform((text) => (text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`));

const Id = z.string().regex(/^[0-9a-f]{16}$/, 'is not sixteen hexadecimal digits');
const SlackId = z.string().min(1).max(255);

/** What an attempt is about. */
export const AuditTarget = z.object({
  kind: z.enum(['ability', 'installed', 'agent', 'upload', 'approval', 'setting', 'account']),
  /** As it is known by; null when it has none, or when it was not found. */
  id: z.string().nullable(),
  name: cutTo(MAX_NAME).nullable(),
});
export type AuditTarget = z.infer<typeof AuditTarget>;

/** What is written down before anything is done. */
export const AuditStart = z.object({
  /** Sixteen hexadecimal digits: see `AuditLog.newId`. */
  id: Id,
  /** The number that a person can quote and that stands in the log. */
  ref: z.string().min(1).max(64),
  userId: SlackId,
  /** Null where there is no channel, as on the Home tab. */
  channelId: SlackId.nullable(),
  verb: z.string().min(1).max(64),
  /** The arguments as they were typed or carried by the button. */
  line: cutTo(MAX_LINE).nullable(),
  /** What is known of the targets before looking. */
  targets: z.array(AuditTarget),
});
export type AuditStart = z.infer<typeof AuditStart>;

export const OUTCOMES = ['done', 'refused', 'failed', 'unchanged'] as const;
/** `unchanged`: it was so already. `refused`: nothing was tried. */
export type AuditOutcome = (typeof OUTCOMES)[number];

/** What is written down when it is over. */
export const AuditEnd = z.object({
  outcome: z.enum(OUTCOMES),
  /** A short plain sentence or a reason. */
  why: cutTo(MAX_LINE).nullable(),
  /** What it was about in the end. */
  targets: z.array(AuditTarget),
  /** What was before and after, in plain words. */
  before: cutTo(MAX_WORDS).nullable(),
  after: cutTo(MAX_WORDS).nullable(),
  /** The recorded change, which can be taken back; see `change-record.ts`. */
  changeId: z.string().nullable(),
  /** The HTTP status of the service; null when it was not asked. */
  status: z.int().nullable(),
  /** How long it took. */
  ms: z.number().nonnegative(),
});
export type AuditEnd = z.infer<typeof AuditEnd>;

export interface AuditRecord extends AuditStart {
  at: Date;
  /** Null: it is still running, or was interrupted. */
  ended: (AuditEnd & { at: Date }) | null;
  /** Refused attempts of the same person that are counted here and not written down. */
  repeats?: AuditRepeats;
}

export interface AuditRepeats {
  /** Without the one that is written down. */
  count: number;
  lastAt: Date;
  /** Whether they are the same command, refused for the same reason; false for whatever else was refused in that hour. */
  same: boolean;
}

export interface AuditQuery {
  /** A part of what a target is called, in whatever case. */
  name?: string;
  userId?: string;
  /** Begun at this moment or later. */
  since?: Date;
  /** Begun before this moment. */
  until?: Date;
  ref?: string;
  /** Only those that ended in one of these ways; none named: all of them. */
  outcomes?: readonly AuditOutcome[];
  /** The ID of the newest one: it and those before it. Left out: all. */
  from?: string;
  /** From 1, counted from the newest of all or from that one. */
  page: number;
  perPage: number;
}

/** The attempts of one workspace. Those that this version cannot read are left out. */
export interface AuditLog {
  newId(): string;
  /** Told again under the same ID, the first one stays. */
  begin(begun: AuditStart): Promise<void>;
  /**
   * Told again, the first end stays.
   * @throws {StoreError} when nothing of this ID has begun in this workspace.
   */
  end(id: string, ended: AuditEnd): Promise<void>;
  /**
   * Writes down an attempt that was refused before anything was done; one like another of that person in the same hour is
   * counted there, and so is all that is beyond ten different ones.
   */
  refuse(begun: AuditStart, ended: AuditEnd): Promise<void>;
  /** A page, newest first. `total` counts all pages, with those that cannot be read. */
  list(query: AuditQuery): Promise<{ records: AuditRecord[]; total: number }>;
  /** How many that began at `since` or later have not ended. Uploads may run for a day. */
  runningSince(since: Date, but?: { withoutUploads?: boolean }): Promise<number>;
  /** Those that began at `since` or later, oldest first; of more than `most` the latest. */
  all(since: Date, most: number): Promise<AuditRecord[]>;
}
