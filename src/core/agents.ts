import { type Ability, type AbilityId, type Agent, leftOutOf } from '@abilities-bot/service-api';
import { isServiceError } from '../service/errors.ts';
import type { KnownAbilities, KnownOf } from './known-assignments.ts';
import { LOOKING, type OperationContext } from './operation-context.ts';

export interface AgentRow {
  agent: Agent;
  /** Names of the Agent's Abilities; null when nobody tells. */
  abilityNames: string[] | null;
  known: KnownAbilities['known'];
}

/** Abilities by what people call them; one that is no longer on the account by its ID. */
export function nameAbilities(abilities: readonly Ability[]): (id: AbilityId) => string {
  const names = new Map(abilities.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `ID ${id}`;
}

/** An Agent with the names of its Abilities, where it is known which it has. */
export function agentRow(agent: Agent, nameOf: (id: AbilityId) => string, knownOf: KnownOf): AgentRow {
  const current = knownOf(agent);
  const abilityNames = current.known === 'no' ? null : current.abilityIds.map(nameOf);
  return { agent, abilityNames, known: current.known };
}

/** {@link agentRow} for each. */
export const agentRows = (agents: readonly Agent[], nameOf: (id: AbilityId) => string, knownOf: KnownOf): AgentRow[] =>
  agents.map((agent) => agentRow(agent, nameOf, knownOf));

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
