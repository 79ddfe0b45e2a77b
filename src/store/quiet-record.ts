import { AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';

export const QuietDocument = z.object({
  /** Null for the whole account. */
  agent: z.object({ id: AgentId, name: z.string() }).nullable(),
  userId: z.string(),
  /** In milliseconds since 1970, like all times here. */
  startedAt: z.number(),
  /** Null if it lasts until someone resumes. */
  endsAt: z.number().nullable(),
  /** The Abilities that were enabled, and will be enabled again at the end. */
  items: z.array(
    z.object({
      id: InstalledAbilityId,
      name: z.string(),
      /** When the Ability was disabled. If someone changes it after that, it stays as it is. */
      since: z.number(),
      /** True if the service has confirmed that it is disabled. */
      isDisabled: z.boolean(),
    }),
  ),
  /** The number of attempts to end it that failed for some Abilities. */
  tries: z.number(),
  /** The step that a process has started but not finished. Abilities that have already changed were changed by it. */
  unfinished: z.enum(['begin', 'end']).optional(),
});

/** Abilities that are disabled for a while. Stored before they are disabled. */
export interface Quiet extends z.infer<typeof QuietDocument> {
  /** Sixteen hexadecimal digits. */
  id: string;
}

/** The active quiets of one account. */
export interface TenantQuiets {
  /** Oldest first. */
  list(): Promise<Quiet[]>;
  save(quiet: Quiet): Promise<void>;
  end(id: string): Promise<void>;
}
