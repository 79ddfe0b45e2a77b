import { AbilityId, AgentId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** What is done once another admin agrees. Kept as JSON. */
export const ApprovalSubject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delete'),
    /** `enabled`: as it was when it was asked for. */
    abilities: z.array(z.object({ id: AbilityId, name: z.string(), enabled: z.boolean().optional() })).min(1),
  }),
  z.object({
    kind: z.literal('replace'),
    uploadId: z.string(),
    /** The Ability that goes; null when only its name is known. */
    abilityId: AbilityId.nullable(),
    name: z.string(),
    /** The Agents that are to have the new one; missing when nobody was asked. */
    agentIds: z.array(AgentId).optional(),
    /** Whether the files are put into a folder before they are sent. */
    wrap: z.boolean(),
    /** Of all that the upload held when it was asked for: what is changed afterwards was approved by nobody. */
    digest: z.string().optional(),
  }),
]);
export type ApprovalSubject = z.infer<typeof ApprovalSubject>;

export const APPROVAL_STATES = ['waiting', 'approved', 'declined'] as const;

export interface ApprovalRecord {
  /** Sixteen hexadecimal digits. */
  id: string;
  askedBy: string;
  askedAt: Date;
  /** From this moment on it can be neither approved nor declined. */
  expiresAt: Date;
  state: (typeof APPROVAL_STATES)[number];
  /** Null while it waits. */
  decidedBy: string | null;
  what: ApprovalSubject;
  /** The message that asks; null until there is one. */
  place: { channel: string; ts: string } | null;
}

/** The approvals of one workspace. One that this version cannot read is not there. */
export interface TenantApprovals {
  /** Asks, for `keepMs` from now. */
  open(what: ApprovalSubject, askedBy: string, keepMs: number): Promise<ApprovalRecord>;
  find(id: string): Promise<ApprovalRecord | null>;
  /** Those that can still be decided, newest first. */
  waiting(most: number): Promise<ApprovalRecord[]>;
  setPlace(id: string, place: { channel: string; ts: string }): Promise<void>;
  /**
   * The decision of a person, as it was written; of several at once one is. Null, and nothing was written: it was
   * decided before, has expired, is not there, or somebody would approve what they asked for.
   */
  decide(id: string, by: string, state: 'approved' | 'declined'): Promise<ApprovalRecord | null>;
  /** What waits is over from now on: it was asked about another account. */
  endAll(): Promise<void>;
  /** It waits again, since what `by` approved could not be carried out and had no effect. False: `by` has not approved it. */
  reopen(id: string, by: string): Promise<boolean>;
}
