import { AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';

export const QuietDocument = z.object({
  /** Null for the whole account. */
  agent: z.object({ id: AgentId, name: z.string() }).nullable(),
  userId: z.string(),
  /** In milliseconds since 1970, as all times here. */
  startedAt: z.number(),
  /** Null until someone resumes. */
  endsAt: z.number().nullable(),
  /** What was enabled, and is enabled again at the end. */
  items: z.array(
    z.object({
      id: InstalledAbilityId,
      name: z.string(),
      /** When it was disabled: what somebody changed later stays. */
      since: z.number(),
      /** Whether the service has confirmed that it is disabled. */
      isDisabled: z.boolean(),
    }),
  ),
  /** Attempts to end it that failed in part. */
  tries: z.number(),
  /** What a process has begun for many Abilities, and not finished: what is switched already was switched by it. */
  unfinished: z.enum(['begin', 'end']).optional(),
});

/** Abilities that are disabled for a while. Written before they are disabled. */
export interface Quiet extends z.infer<typeof QuietDocument> {
  /** Sixteen hexadecimal digits. */
  id: string;
}

/** The quiets of one account that have not ended. */
export interface TenantQuiets {
  /** Oldest first. */
  list(): Promise<Quiet[]>;
  save(quiet: Quiet): Promise<void>;
  end(id: string): Promise<void>;
}
