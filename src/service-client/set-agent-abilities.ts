import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import { isServiceError } from './errors/index.ts';
import { listAgents } from './list-agents.ts';
import { type AssignmentFormat, type AssignmentMemory, sendAssignment } from './send-assignment.ts';
import type { ServiceConnection } from './service-connection.ts';

export interface AssignmentReceipt {
  sentAs: AssignmentFormat;
  /** Whether a read afterwards shows the wanted list; `unknown` when the service does not show the lists of Agents. */
  confirmed: 'yes' | 'no' | 'unknown';
  /** The list that the read showed; null when it showed none. */
  abilityIds: AbilityId[] | null;
}

/**
 * Endpoint 2: replaces the whole list of an Agent's Abilities. An empty list unassigns all of them, which only JSON can
 * say: a service that takes multipart alone may leave the list as it was. Therefore the list is always read afterwards.
 *
 * @throws the service's error when it refused, and when its answer got lost and the read does not show the wanted list.
 */
export async function setAgentAbilities(
  connection: ServiceConnection,
  memory: AssignmentMemory,
  agentId: AgentId,
  abilityIds: readonly AbilityId[],
): Promise<AssignmentReceipt> {
  const wanted = new Set(abilityIds);
  const { sentAs, openFailure } = await sendAssignment(connection, memory, agentId, [...wanted]);
  const shown = await readAssignment(connection, agentId);
  // Multipart without a list says nothing, so a service that takes nothing else was not told to unassign all.
  const saidNothing = sentAs === 'multipart' && wanted.size === 0;
  const confirmed = shown === null ? (saidNothing ? 'no' : 'unknown') : hasExactly(shown, wanted) ? 'yes' : 'no';
  if (openFailure !== null && confirmed !== 'yes') throw openFailure;
  // A lost answer or a list that did not arrive does not prove that a format works.
  const provesNothing = openFailure !== null || confirmed === 'no' || saidNothing;
  if (!provesNothing) memory.workingFormat = sentAs;
  return { sentAs, confirmed, abilityIds: shown };
}

/** Null when the service does not show the list, or cannot be read: the change is made by then. */
async function readAssignment(connection: ServiceConnection, agentId: AgentId): Promise<AbilityId[] | null> {
  try {
    const agents = await listAgents(connection);
    return agents.find((agent) => agent.id === agentId)?.abilityIds ?? null;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return null;
  }
}

function hasExactly(shown: readonly AbilityId[], wanted: ReadonlySet<AbilityId>): boolean {
  const found = new Set(shown);
  return found.size === wanted.size && [...found].every((id) => wanted.has(id));
}
