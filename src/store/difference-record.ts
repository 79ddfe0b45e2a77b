import { AbilityId, AgentId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** True if the account is as before the change, so the service may only be late. */
const isOld = z.boolean();
const ofInstalled = { id: InstalledAbilityId, name: z.string(), isOld };
const ofAgent = { agentId: AgentId, agentName: z.string(), isOld };

/** A difference between the account and the expected result of a change. */
export const Difference = z.discriminatedUnion('kind', [
  /** The installed record is no longer listed. */
  z.object({ kind: z.literal('gone'), ...ofInstalled }),
  z.object({ kind: z.literal('state'), ...ofInstalled, enabled: z.boolean() }),
  /** `missing`: words that were saved but aren't listed. `kept`: words that were removed but are still listed. */
  z.object({ kind: z.literal('words'), ...ofInstalled, missing: z.array(z.string()), kept: z.array(z.string()) }),
  /** The Ability is installed, but not for Agents, so its trigger words do nothing. */
  z.object({ kind: z.literal('cannot-fire'), ...ofInstalled }),
  z.object({ kind: z.literal('uninstalled'), ...ofAgent, abilityId: AbilityId, name: z.string() }),
  /** The Agent has other Abilities than requested. `missing` and `kept` count them, as for words. */
  z.object({ kind: z.literal('agent-list'), ...ofAgent, missing: z.number(), kept: z.number() }),
  /** `isSaid`: true if the service reports that another release runs; false if it doesn't report which one runs. */
  z.object({
    kind: z.literal('release'),
    isSaid: z.boolean(),
    abilityId: AbilityId,
    name: z.string(),
    releaseId: ReleaseId,
    version: z.string(),
    isOld,
  }),
  /** The lists couldn't be read. */
  z.object({ kind: z.literal('unread'), isOld }),
]);
export type Difference = z.infer<typeof Difference>;
