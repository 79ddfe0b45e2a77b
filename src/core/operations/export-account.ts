import type { Outcome } from '../outcome.ts';
import { agentRows, nameAbilities } from './agent-rows.ts';
import type { OperationContext } from './context.ts';

/** Endpoints 1, 5 and 6: everything on the account, as the service tells it. */
export async function exportAccount({ assignments, now, service }: OperationContext): Promise<Outcome> {
  const [agents, abilities, installed] = await Promise.all([
    service.listAgents({ withImage: true }),
    service.listAbilities(),
    service.listInstalledAbilities(),
  ]);
  const rows = agentRows(agents, nameAbilities(abilities), await assignments.lookUp(agents));
  return { kind: 'export', account: { agents: rows, abilities, installed, readAt: now() } };
}
