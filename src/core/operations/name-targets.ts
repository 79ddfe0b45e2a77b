import { isServiceError } from '../../service-client/errors/index.ts';
import { withTimeBudget } from '../../service-client/time-budget.ts';
import type { AuditRecord, AuditTarget } from '../../store/audit-record.ts';
import type { OperationContext } from './context.ts';
import { LOOKING } from './looking.ts';

type Kind = AuditTarget['kind'];

/** The history is in the store: a service that is slow should not keep anybody from it. */
const NAMES_MS = 1500;

/**
 * Gives attempts that know their targets by ID alone the names of now: who was refused pressed a button that carries an
 * ID, and nothing is looked up for whoever may not. What is not on the account any more, or while the service is slow or
 * away, stays an ID.
 */
export async function nameTargets(
  auditLog: readonly AuditRecord[],
  { connection, service }: Pick<OperationContext, 'connection' | 'service'>,
): Promise<AuditRecord[]> {
  const isNameless = ({ id, name }: AuditTarget) => id !== null && name === null;
  const kinds = new Set(auditLog.flatMap(({ targets }) => targets.filter(isNameless).map(({ kind }) => kind)));
  if (kinds.size === 0 || (connection.kind === 'own' && connection.state !== 'connected')) return [...auditLog];
  const names = new Map<string, string>();
  const read = async (kind: Kind, list: () => Promise<readonly { id: number; name: string }[]>) => {
    if (kinds.has(kind)) for (const { id, name } of await list()) names.set(`${kind} ${id}`, name);
  };
  try {
    await withTimeBudget(NAMES_MS, () =>
      Promise.all([
        read('ability', () => service.listAbilities(LOOKING)),
        read('installed', () => service.listInstalledAbilities(LOOKING)),
        read('agent', () => service.listAgents(LOOKING)),
      ]),
    );
  } catch (error) {
    if (!isServiceError(error)) throw error;
  }
  const named = (target: AuditTarget): AuditTarget =>
    isNameless(target) ? { ...target, name: names.get(`${target.kind} ${target.id}`) ?? null } : target;
  return auditLog.map((record) => ({ ...record, targets: record.targets.map(named) }));
}
