import type { Ability, AbilityId, Agent } from '@abilities-bot/service-api';
import type { KnownOf } from '../known-assignments.ts';
import type { AgentRow } from '../outcome.ts';

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
