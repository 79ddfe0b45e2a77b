import type { AbilityId } from '../../contract/index.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import type { OperationContext } from './context.ts';

/**
 * Names of the Agents that have the Ability, when the service tells of every Agent; else null. What was last saved here
 * does not count: somebody may have saved elsewhere since. It is an addition to a card or a question, so a failed read leaves it unknown.
 */
export async function namesOfAgentsWith(id: AbilityId, context: OperationContext): Promise<string[] | null> {
  try {
    const agents = await context.service.listAgents();
    const names: string[] = [];
    for (const agent of agents) {
      const current = context.assignments.of(agent);
      if (current.known !== 'from-service') return null;
      if (current.abilityIds.includes(id)) names.push(agent.name);
    }
    return names;
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}
