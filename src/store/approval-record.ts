import { AbilityId, AgentId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { CodeChanges } from './upload-record.ts';

/** The change to make once a second admin approves. Stored as JSON. */
export const ApprovalSubject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delete'),
    /** `enabled`: at the time of the request. */
    abilities: z.array(z.object({ id: AbilityId, name: z.string(), enabled: z.boolean().optional() })).min(1),
  }),
  z.object({
    kind: z.literal('disable'),
    /** `words`: those to send along. */
    rows: z.array(z.object({ id: InstalledAbilityId, name: z.string(), words: z.array(z.string()) })).min(1),
  }),
  z.object({
    kind: z.literal('replace'),
    uploadId: z.string(),
    /** The Ability to be deleted; null if only its name is known. */
    abilityId: AbilityId.nullable(),
    name: z.string(),
    /** The Agents that get the new Ability; absent if the user was not asked. */
    agentIds: z.array(AgentId).optional(),
    /** True to put the files into a folder first. */
    wrap: z.boolean(),
    /** Digest of the upload's contents at the time of the request: later changes are not approved. */
    digest: z.string().optional(),
    /** The changes to its code; null if the current code could not be read. Absent in older records. */
    code: CodeChanges.nullish(),
  }),
  z.object({
    kind: z.literal('update'),
    uploadId: z.string(),
    abilityId: AbilityId,
    name: z.string(),
    /** The same as for a replacement. */
    digest: z.string(),
    /** What it would change; null if the current code could not be read. Absent in older records. */
    code: CodeChanges.nullish(),
  }),
  z.object({
    kind: z.literal('release'),
    abilityId: AbilityId,
    name: z.string(),
    releaseId: ReleaseId,
    version: z.string(),
  }),
]);
export type ApprovalSubject = z.infer<typeof ApprovalSubject>;

/** `in-progress`: approved, and being carried out. After a crash, it is carried out again. */
export const APPROVAL_STATES = ['waiting', 'in-progress', 'approved', 'declined'] as const;

export interface ApprovalRecord {
  /** Sixteen hexadecimal digits. */
  id: string;
  askedBy: string;
  askedAt: Date;
  /** After this time it can no longer be decided. */
  expiresAt: Date;
  state: (typeof APPROVAL_STATES)[number];
  /** Null while waiting. */
  decidedBy: string | null;
  /** The attempt in the audit log that carries it out; null while pending, and in older records. */
  carriedIn: string | null;
  /** The attempt in the audit log that requested it; null if unknown, and in older records. */
  requestId: string | null;
  what: ApprovalSubject;
  /** The latest message with the request; null before one is posted. */
  place: { channel: string; ts: string } | null;
}

/** A message with a request. */
export interface ApprovalPlace {
  channel: string;
  ts: string;
  /** The thread that it is in; null outside of threads. */
  threadTs: string | null;
}

/** The approvals of one workspace. Unreadable ones are omitted. */
export interface TenantApprovals {
  /**
   * Requests an approval that expires after `keepMs`.
   * @param requestId the attempt in the audit log that requested it.
   */
  open(what: ApprovalSubject, askedBy: string, keepMs: number, requestId?: string | null): Promise<ApprovalRecord>;
  find(id: string): Promise<ApprovalRecord | null>;
  /** Pending requests that have not expired, and approved ones in progress, newest first. */
  waiting(max: number): Promise<ApprovalRecord[]>;
  /** Adds another message with the request. */
  addPlace(id: string, place: ApprovalPlace): Promise<void>;
  /** All messages with the request. */
  places(id: string): Promise<ApprovalPlace[]>;
  /**
   * Records a decision and returns it; of concurrent decisions, one wins. Null, without a write, if it was already
   * decided, has expired, does not exist, or the approver is the requester.
   * @param carriedIn the attempt that carries it out.
   */
  decide(
    id: string,
    by: string,
    state: 'in-progress' | 'declined',
    carriedIn?: string | null,
  ): Promise<ApprovalRecord | null>;
  /** Marks it as carried out: `in-progress` becomes `approved`. */
  finish(id: string): Promise<void>;
  /** Expires all requests that wait or are in progress, because the account has changed. */
  endAll(): Promise<void>;
  /** Sets one in progress back to waiting after its change failed without effect. False if it is not in progress. */
  reopen(id: string): Promise<boolean>;
}
