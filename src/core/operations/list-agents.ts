import { leftOutOf } from '@abilities-bot/service-api';
import type { Outcome } from '../outcome.ts';
import { agentRows, nameAbilities } from './agent-rows.ts';
import type { OperationContext } from './context.ts';
import { LOOKING } from './looking.ts';

/** Endpoint 1, with images; the names of their Abilities where it is known which they have. */
export async function listAgents({ assignments, service }: OperationContext): Promise<Outcome> {
  const [agents, abilities] = await Promise.all([
    service.listAgents({ withImage: true, ...LOOKING }),
    service.listAbilities(LOOKING),
  ]);
  const rows = agentRows(agents, nameAbilities(abilities), await assignments.lookUp(agents));
  const unread = leftOutOf(agents).length;
  return { kind: 'agents', rows, ...(unread > 0 ? { unread } : {}) };
}
