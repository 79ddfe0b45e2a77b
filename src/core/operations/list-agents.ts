import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';

/** Endpoint 1, with images; the names of their Abilities where it is known which they have. */
export async function listAgents({ service, assignments }: OperationContext): Promise<Outcome> {
  const [agents, abilities] = await Promise.all([service.listAgents({ withImage: true }), service.listAbilities()]);
  const names = new Map(abilities.map(({ id, name }) => [id, name]));
  const rows = agents.map((agent) => {
    const current = assignments.of(agent);
    const abilityNames = current.known === 'no' ? null : current.abilityIds.map((id) => names.get(id) ?? `ID ${id}`);
    return { agent, abilityNames, known: current.known };
  });
  return { kind: 'agents', rows };
}
