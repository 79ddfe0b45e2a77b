import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import { LOOKING } from '../core/operations/looking.ts';
import { isServiceError } from '../service-client/errors/index.ts';
import type { KeptAbility, TakenBy, UploadRecord } from '../store/upload-record.ts';
import type { UploadTools } from './upload-tools.ts';

/** An Agent that gets the replacement; its list is null if unknown. */
export type ReplacementAgent = NonNullable<KeptAbility['chosen']>[number];

/** The Agents that have an Ability, as far as the service or the last save from Slack tells. */
export async function findHolders(
  id: AbilityId,
  { assignments, service }: Pick<UploadTools, 'assignments' | 'service'>,
): Promise<TakenBy['holders']> {
  try {
    const agents = await service.listAgents(LOOKING);
    const knownOf = await assignments.lookUp(agents);
    const holders = agents.filter((agent) => {
      const current = knownOf(agent);
      return current.known !== 'no' && current.abilityIds.includes(id);
    });
    return holders.map(({ id: agentId, name }) => ({ id: agentId, name }));
  } catch (error) {
    if (isServiceError(error)) return [];
    throw error;
  }
}

/**
 * The Agents that get what a replacement leaves on the account: the new Ability those that were chosen, the old one those
 * that had it. Where that is not known, the chosen ones are the best that is known of the old one too.
 */
export function replacementAgents({ kept, refusal }: Pick<UploadRecord, 'kept' | 'refusal'>): ReplacementAgent[] {
  if (!kept) return [];
  const { agents, allAgentsKnown, chosen } = kept;
  if (refusal === null) return chosen ?? agents;
  const had = new Set(agents.map(({ id }) => id));
  return allAgentsKnown ? agents : [...agents, ...(chosen ?? []).filter(({ id }) => !had.has(id))];
}

/**
 * The one Agent for which the package is uploaded, which installs it. Only an upload adds an Ability to an Agent and leaves
 * the others: saving replaces the whole list, so one whose list is not known comes first.
 */
export function installingAgent(record: Pick<UploadRecord, 'kept' | 'refusal'>): AgentId | null {
  const agents = replacementAgents(record);
  return (agents.find(({ abilityIds }) => abilityIds === null) ?? agents[0])?.id ?? null;
}
