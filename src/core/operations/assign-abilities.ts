import type { AbilityId, Agent, AgentId } from '../../contract/index.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import { leavesOutcomeOpen } from '../../service-client/leaves-outcome-open.ts';
import type { AgentRef } from '../command.ts';
import type { Outcome } from '../outcome.ts';
import { fold, suggest } from '../suggest.ts';
import type { OperationContext } from './context.ts';

/** Endpoints 1 and 5: what is needed to choose the Abilities of one Agent. */
export async function openAssignForm(ref: AgentRef, context: OperationContext): Promise<Outcome> {
  const [agents, abilities] = await Promise.all([context.service.listAgents(), context.service.listAbilities()]);
  const found = findAgent(agents, ref);
  if ('kind' in found) return found;
  const choices = [...abilities].sort((a, b) => a.name.localeCompare(b.name));
  return { kind: 'assign-form', form: { agent: found, choices, current: context.assignments.of(found) } };
}

/**
 * Endpoint 2: the Agent gets exactly these Abilities. What was added and removed is told against the list as it is at
 * this moment, since somebody else may have saved while the form was open.
 */
export async function saveAssignment(
  agentId: AgentId,
  abilityIds: readonly AbilityId[],
  context: OperationContext,
): Promise<Outcome> {
  const { service, assignments, changes } = context;
  return changes.run(`agent:${agentId}`, async () => {
    const [agents, abilities] = await Promise.all([service.listAgents(), service.listAbilities()]);
    const agent = findAgent(agents, { by: 'agent', id: agentId });
    if ('kind' in agent) return agent;
    const names = new Map(abilities.map(({ id, name }) => [id, name]));
    const nameOf = (id: AbilityId) => names.get(id) ?? `ID ${id}`;
    const before = assignments.of(agent);
    try {
      const { confirmed } = await service.setAgentAbilities(agentId, abilityIds);
      if (confirmed === 'no') assignments.forget(agentId);
      else assignments.save(agentId, abilityIds);
      const change = before.known === 'no' ? null : compare(before.abilityIds, abilityIds, nameOf);
      return { kind: 'assigned', result: { agent, abilityNames: abilityIds.map(nameOf), change, confirmed } };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      // The client has read the list back where the service shows one: no further read could tell.
      if (leavesOutcomeOpen(error)) assignments.forget(agentId);
      return { kind: 'trouble', error, effect: leavesOutcomeOpen(error) ? 'unknown' : 'none' };
    }
  });
}

const compare = (before: readonly AbilityId[], after: readonly AbilityId[], nameOf: (id: AbilityId) => string) => ({
  added: after.filter((id) => !before.includes(id)).map(nameOf),
  removed: before.filter((id) => !after.includes(id)).map(nameOf),
});

function findAgent(agents: readonly Agent[], ref: AgentRef): Agent | Extract<Outcome, { kind: 'refused' }> {
  const found = agents.filter((agent) =>
    ref.by === 'agent' ? agent.id === ref.id : fold(agent.name) === fold(ref.name),
  );
  const [agent] = found;
  if (agent && found.length === 1) return agent;
  const asked = ref.by === 'agent' ? `agent:${ref.id}` : ref.name;
  const names = agents.map(({ name }) => name);
  if (agent) {
    return {
      kind: 'refused',
      refusal: { why: 'several-agents', asked, candidates: found.map(({ id }) => `agent:${id}`) },
    };
  }
  return { kind: 'refused', refusal: { why: 'no-such-agent', asked, suggestions: suggest(asked, names) } };
}
