import { leftOutOf } from '@abilities-bot/service-api';
import type { Outcome } from '../outcome.ts';
import { agentRows, nameAbilities } from './agent-rows.ts';
import type { OperationContext } from './context.ts';
import { FINDING } from './looking.ts';

/** Of a longer history, the latest. */
const MAX_AUDIT_RECORDS = 20_000;

/** Endpoints 1, 5 and 6: everything on the account, as the service tells it, and who did what to it from here. */
export async function exportAccount({ assignments, auditLog, now, service }: OperationContext): Promise<Outcome> {
  const [agents, abilities, installed, history] = await Promise.all([
    service.listAgents({ withImage: true, ...FINDING }),
    service.listAbilities(FINDING),
    service.listInstalledAbilities(FINDING),
    auditLog.all(new Date(0), MAX_AUDIT_RECORDS),
  ]);
  const rows = agentRows(agents, nameAbilities(abilities), await assignments.lookUp(agents));
  const unread = [agents, abilities, installed].flatMap(leftOutOf).length;
  const account = { agents: rows, abilities, installed, history, readAt: now(), ...(unread > 0 ? { unread } : {}) };
  return { kind: 'export', account };
}
