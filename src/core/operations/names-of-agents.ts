import { type AbilityId, leftOutOf } from '@abilities-bot/service-api';
import { isServiceError } from '../../service-client/errors/index.ts';
import type { OperationContext } from './context.ts';
import { LOOKING } from './looking.ts';

type Reader = Pick<OperationContext, 'service'>;

/** {@link readAgentNames} for one Ability. */
export async function namesOfAgentsWith(id: AbilityId, context: Reader): Promise<string[] | null> {
  return (await readAgentNames(context))(id);
}

/**
 * Names of the Agents that have an Ability, when the service tells of every Agent; else null. What was last saved here
 * does not count: somebody may have saved elsewhere since. It is an addition to a card or a question, so a failed read leaves it unknown.
 */
export async function readAgentNames({ service }: Reader): Promise<(id: AbilityId) => string[] | null> {
  try {
    const names = new Map<AbilityId, string[]>();
    const agents = await service.listAgents(LOOKING);
    if (leftOutOf(agents).length > 0) return () => null;
    for (const agent of agents) {
      if (agent.abilityIds === null) return () => null;
      for (const id of new Set(agent.abilityIds)) {
        const others = names.get(id);
        if (others) others.push(agent.name);
        else names.set(id, [agent.name]);
      }
    }
    return (id) => names.get(id) ?? [];
  } catch (error) {
    if (isServiceError(error)) return () => null;
    throw error;
  }
}
