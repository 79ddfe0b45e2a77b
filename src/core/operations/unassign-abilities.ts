import type { Command } from '../command.ts';
import { findAgent } from '../find-agent.ts';
import type { Outcome } from '../outcome.ts';
import { agentRow, nameAbilities } from './agent-rows.ts';
import { saveAssignment } from './assign-abilities.ts';
import type { OperationContext } from './context.ts';
import { LOOKING } from './looking.ts';

/** Takes all Abilities from an Agent, after a question. Only a confirmed ID is changed; a confirmed name asks again. */
export async function unassignAbilities(
  { agent: ref, confirmed }: Extract<Command, { verb: 'unassign' }>,
  context: OperationContext,
): Promise<Outcome> {
  if (confirmed && ref.by === 'agent') return saveAssignment(ref.id, [], context);
  const { assignments, service } = context;
  const [agents, abilities] = await Promise.all([service.listAgents(LOOKING), service.listAbilities(LOOKING)]);
  const found = findAgent(agents, ref);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const knownOf = await assignments.lookUp([found.agent]);
  return { kind: 'unassign-question', row: agentRow(found.agent, nameAbilities(abilities), knownOf) };
}
