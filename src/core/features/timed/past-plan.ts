import { type AuditRecord, planIn } from '../../../store/audit-record.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';

/** How a plan ended: it was carried out or canceled. */
export interface PastPlan {
  what: 'enable' | 'disable' | 'cancel';
  names: string[];
  userId: string;
  at: Date;
  /** Whether it was carried out at its time. */
  wasDue: boolean;
  /** False if everything was in that state already. */
  hasChanged: boolean;
}

/** How many entries of the audit log are searched. */
const RECENT = 200;

const ENDS = ['enable', 'disable', 'cancel'] as const;

/** The answer to a button of a plan that is not planned anymore. */
export async function pastPlan(id: string, { auditLog }: Pick<OperationContext, 'auditLog'>): Promise<Outcome> {
  // It is only extra information.
  const { records } = await auditLog.list({ page: 1, perPage: RECENT }).catch(() => ({ records: [] }));
  const ofPlan = records.filter((record) => planIn(record) === id);
  // It keeps its ID when it is changed, and may have recurred only before.
  const since = ofPlan.slice(0, ofPlan.findIndex(hasMade) + 1 || ofPlan.length);
  const isRecurring = since.some(namesRecurrence);
  for (const record of since) {
    const { ended, isPlanned = false, userId } = record;
    const what = ENDS.find((verb) => verb === record.verb);
    const isItsEnd = what === 'cancel' || (!hasMade(record) && !isRecurring && (isPlanned || ended?.plan === id));
    if (!isItsEnd || !what || (ended?.outcome !== 'done' && ended?.outcome !== 'unchanged')) continue;
    const names = ended.targets.flatMap(({ name }) => name ?? []);
    if (names.length === 0) continue;
    const hasChanged = ended.outcome === 'done';
    return { kind: 'plan-over', past: { what, names, userId, at: ended.at, wasDue: isPlanned, hasChanged } };
  }
  return { kind: 'refused', refusal: { why: 'no-such-schedule' } };
}

/** Whether it made or changed the plan, and so names it only at the end. */
const hasMade = ({ ended, plan, verb }: AuditRecord): boolean => !plan && verb !== 'cancel' && Boolean(ended?.plan);

/** Nothing that a recurrence does is its end. What ends it is a cancel, or a later plan, whose entry does not name it. */
const namesRecurrence = ({ ended, line }: AuditRecord): boolean =>
  line?.includes(' every:') === true || ended?.after?.includes(', every ') === true;
