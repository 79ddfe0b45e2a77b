import { AbilityId, AgentId, InstalledAbilityId, ReleaseId } from '@abilities-bot/service-api';
import * as z from 'zod';

/** `isOld`: as before the change, so that the service may only be late. */
const isOld = z.boolean();
const ofInstalled = { id: InstalledAbilityId, name: z.string(), isOld };
const ofAgent = { agentId: AgentId, agentName: z.string(), isOld };

/** A difference between the account and the expected result of a change. */
export const Difference = z.discriminatedUnion('kind', [
  /** The installed record is no longer listed. */
  z.object({ kind: z.literal('gone'), ...ofInstalled }),
  z.object({ kind: z.literal('state'), ...ofInstalled, enabled: z.boolean() }),
  /** `missing`: saved, but not listed. `kept`: removed, but still listed. */
  z.object({ kind: z.literal('words'), ...ofInstalled, missing: z.array(z.string()), kept: z.array(z.string()) }),
  /** Installed, but not for Agents, so its trigger words do nothing. */
  z.object({ kind: z.literal('cannot-fire'), ...ofInstalled }),
  z.object({ kind: z.literal('uninstalled'), ...ofAgent, abilityId: AbilityId, name: z.string() }),
  /** The Agent has other Abilities: `missing` and `kept` as above. */
  z.object({ kind: z.literal('agent-list'), ...ofAgent, missing: z.number(), kept: z.number() }),
  /** `isSaid`: the service says that another release runs. Otherwise it does not say which one does. */
  z.object({
    kind: z.literal('release'),
    isSaid: z.boolean(),
    abilityId: AbilityId,
    name: z.string(),
    releaseId: ReleaseId,
    version: z.string(),
    isOld,
  }),
  /** The lists could not be read. */
  z.object({ kind: z.literal('unread'), isOld }),
]);
export type Difference = z.infer<typeof Difference>;
