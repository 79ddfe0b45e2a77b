import { type Ability, type AbilityId, type Agent, leftOutOf } from '@abilities-bot/service-api';
import { isServiceError } from '../service/errors.ts';
import type { KnownAbilities, KnownOf } from './known-assignments.ts';
import { MAY_BE_CACHED, type OperationContext } from './operation-context.ts';

export interface AgentRow {
  agent: Agent;
  /** Null if unknown. */
  abilityNames: string[] | null;
  known: KnownAbilities['known'];
  /** Of an unknown list, the ones that uploads have added. */
  addedNames?: string[];
}

/** Looks up an Ability's name; falls back to its ID if it is no longer on the account. */
export function nameAbilities(abilities: readonly Ability[]): (id: AbilityId) => string {
  const names = new Map(abilities.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `ID ${id}`;
}

export function agentRow(agent: Agent, nameOf: (id: AbilityId) => string, knownOf: KnownOf): AgentRow {
  const current = knownOf(agent);
  const abilityNames = current.known === 'no' ? null : current.abilityIds.map(nameOf);
  const added = current.known === 'no' ? (current.added ?? []) : [];
  return { agent, abilityNames, known: current.known, ...(added.length > 0 ? { addedNames: added.map(nameOf) } : {}) };
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
 * Names of the Agents that have an Ability; null unless the service lists the Abilities of every Agent. Saved
 * assignments do not count: somebody may have changed them elsewhere. It is only extra information, so a failed read is
 * not an error.
 */
export async function readAgentNames({ service }: Reader): Promise<(id: AbilityId) => string[] | null> {
  try {
    const names = new Map<AbilityId, string[]>();
    const agents = await service.listAgents(MAY_BE_CACHED);
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

/** Names of the Agents whose list, as last saved from Slack, has an Ability; empty if none is known. */
export async function namesOfAgentsLastSavedWith(
  id: AbilityId,
  { assignments, service }: Pick<OperationContext, 'assignments' | 'service'>,
): Promise<string[]> {
  try {
    const agents = await service.listAgents(MAY_BE_CACHED);
    const knownOf = await assignments.lookUp(agents);
    return agents
      .filter((agent) => {
        const current = knownOf(agent);
        return current.known !== 'no' && current.abilityIds.includes(id);
      })
      .map(({ name }) => name);
  } catch (error) {
    if (isServiceError(error)) return [];
    throw error;
  }
}
