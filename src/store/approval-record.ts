import { AbilityId, AgentId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { CodeChanges } from './upload-record.ts';

/** The change to make once a second admin has approved it. Stored as JSON. */
export const ApprovalSubject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delete'),
    /** `enabled`: the state at the time of the request. */
    abilities: z.array(z.object({ id: AbilityId, name: z.string(), enabled: z.boolean().optional() })).min(1),
  }),
  z.object({
    kind: z.literal('disable'),
    /** `words`: the trigger words, which the service requires with each change. */
    rows: z.array(z.object({ id: InstalledAbilityId, name: z.string(), words: z.array(z.string()) })).min(1),
  }),
  z.object({
    kind: z.literal('replace'),
    uploadId: z.string(),
    /** The Ability to delete; null if only its name is known. */
    abilityId: AbilityId.nullable(),
    name: z.string(),
    /** The Agents that get the new Ability; absent if the form didn't ask for them. */
    agentIds: z.array(AgentId).optional(),
    /** True to wrap the files in a folder first. */
    wrap: z.boolean(),
    /** Digest of the upload's contents at the time of the request, because the approval doesn't cover later changes. */
    digest: z.string().optional(),
    /** The changes to its code; null if the current code could not be read. Absent in older records. */
    code: CodeChanges.nullish(),
  }),
  z.object({
    kind: z.literal('update'),
    uploadId: z.string(),
    abilityId: AbilityId,
    name: z.string(),
    /** Digest of the upload's contents at the time of the request. */
    digest: z.string(),
    /** The changes to its code; null if the current code could not be read. Absent in older records. */
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

/** `in-progress`: approved and being carried out. If the process crashes, another one carries the change out again. */
export const APPROVAL_STATES = ['waiting', 'in-progress', 'approved', 'declined'] as const;

export interface ApprovalRecord {
  /** Sixteen hexadecimal digits. */
  id: string;
  askedBy: string;
  askedAt: Date;
  /** The request can't be decided after this time. */
  expiresAt: Date;
  state: (typeof APPROVAL_STATES)[number];
  /** Null while pending. */
  decidedBy: string | null;
  /** The audit log attempt that carries out the change; null while pending, and in older records. */
  carriedIn: string | null;
  /** The audit log attempt that requested the change; null if unknown, and in older records. */
  requestId: string | null;
  what: ApprovalSubject;
  /** The latest message with the request; null if none has been posted. */
  place: { channel: string; ts: string } | null;
}

export interface ApprovalPlace {
  channel: string;
  ts: string;
  /** The message's thread; null outside of threads. */
  threadTs: string | null;
}

/** The approvals of one workspace. Unreadable ones are omitted. */
export interface TenantApprovals {
  /**
   * Requests an approval that expires after `keepMs`.
   * @param requestId the audit log attempt that requested it.
   */
  open(what: ApprovalSubject, askedBy: string, keepMs: number, requestId?: string | null): Promise<ApprovalRecord>;
  find(id: string): Promise<ApprovalRecord | null>;
  /** Pending requests that haven't expired, and those in progress, newest first. */
  waiting(max: number): Promise<ApprovalRecord[]>;
  /** Records another message with the request. */
  addPlace(id: string, place: ApprovalPlace): Promise<void>;
  /** All messages with the request. */
  places(id: string): Promise<ApprovalPlace[]>;
  /**
   * Records a decision; of concurrent decisions, one wins.
   * @param carriedIn the audit log attempt that carries out the change.
   * @returns null, without a write, if the request was already decided, has expired or doesn't exist, or if the
   * approver made it.
   */
  decide(
    id: string,
    by: string,
    state: 'in-progress' | 'declined',
    carriedIn?: string | null,
  ): Promise<ApprovalRecord | null>;
  /** Marks a change as carried out: `in-progress` becomes `approved`. */
  finish(id: string): Promise<void>;
  /** Expires all pending and in-progress requests. Call when the account is connected or disconnected. */
  endAll(): Promise<void>;
  /**
   * Makes an in-progress request pending again, after its change failed without effect. @returns false if it isn't in
   * progress.
   */
  reopen(id: string): Promise<boolean>;
}
