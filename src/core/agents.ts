import { type Ability, type AbilityId, type Agent, leftOutOf } from '@abilities-bot/service-api';
import { isServiceError } from '../service/errors.ts';
import type { KnownAbilities, KnownOf } from './known-assignments.ts';
import { MAY_BE_CACHED, type OperationContext } from './operation-context.ts';

export interface AgentRow {
  agent: Agent;
  /** Null if unknown. */
  abilityNames: string[] | null;
  known: KnownAbilities['known'];
  /** If the list is unknown, the Abilities that uploads have added to it. */
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

export const agentRows = (agents: readonly Agent[], nameOf: (id: AbilityId) => string, knownOf: KnownOf): AgentRow[] =>
  agents.map((agent) => agentRow(agent, nameOf, knownOf));

type Reader = Pick<OperationContext, 'service'>;

/** The Agents that have an Ability. */
export interface AgentsWith {
  /** Null if the service does not list them. */
  agentNames: string[] | null;
  /** If the service does not list them: the Agents that last got it from Slack; absent for none. */
  lastSavedOn?: string[];
}

/** {@link readAgentNames} for one Ability. */
export async function namesOfAgentsWith(id: AbilityId, context: Reader): Promise<string[] | null> {
  const namesOf = await readAgentNames(context);
  return namesOf === null ? null : namesOf(id);
}

/**
 * Names of the Agents that have an Ability; null unless the service lists the Abilities of every Agent. Also null if a
 * read fails, because the names are only extra information.
 */
async function readAgentNames({ service }: Reader): Promise<((id: AbilityId) => string[]) | null> {
  try {
    const agents = await service.listAgents(MAY_BE_CACHED);
    if (leftOutOf(agents).length > 0 || agents.some(({ abilityIds }) => abilityIds === null)) return null;
    return namesByAbility(agents, ({ abilityIds }) => abilityIds ?? []);
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}

/** Falls back to what was last saved from Slack, which somebody may have changed elsewhere since. */
export async function readAgentsWith(
  context: Pick<OperationContext, 'assignments' | 'service'>,
): Promise<(id: AbilityId) => AgentsWith> {
  const namesOf = await readAgentNames(context);
  if (namesOf) return (id) => ({ agentNames: namesOf(id) });
  const savedOf = await readAgentsLastSaved(context);
  return (id) => {
    const lastSavedOn = savedOf(id);
    return { agentNames: null, ...(lastSavedOn.length > 0 ? { lastSavedOn } : {}) };
  };
}

/** Names of the Agents that had an Ability when last saved from Slack, or got it from an upload since. */
async function readAgentsLastSaved({
  assignments,
  service,
}: Pick<OperationContext, 'assignments' | 'service'>): Promise<(id: AbilityId) => string[]> {
  try {
    const agents = await service.listAgents(MAY_BE_CACHED);
    const knownOf = await assignments.lookUp(agents);
    return namesByAbility(agents, (agent) => {
      const current = knownOf(agent);
      return current.known === 'no' ? (current.added ?? []) : current.abilityIds;
    });
  } catch (error) {
    if (isServiceError(error)) return () => [];
    throw error;
  }
}

function namesByAbility(
  agents: readonly Agent[],
  abilitiesOf: (agent: Agent) => readonly AbilityId[],
): (id: AbilityId) => string[] {
  const names = new Map<AbilityId, string[]>();
  for (const agent of agents) {
    for (const id of new Set(abilitiesOf(agent))) {
      const others = names.get(id);
      if (others) others.push(agent.name);
      else names.set(id, [agent.name]);
    }
  }
  return (id) => names.get(id) ?? [];
}
