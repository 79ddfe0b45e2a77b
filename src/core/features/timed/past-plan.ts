import { type AuditRecord, planIn } from '../../../store/audit-record.ts';
import type { Run } from '../../feature.ts';
import type { Outcome } from '../../outcome.ts';

/** How a plan ended: it was carried out or canceled. */
export interface PastPlan {
  what: 'enable' | 'disable' | 'cancel';
  names: string[];
  userId: string;
  at: Date;
  /** True if it was carried out at its planned time. */
  wasDue: boolean;
  /** False if everything was already in that state. */
  hasChanged: boolean;
}

/** How many recent entries of the audit log are searched. */
const RECENT = 200;

/** The answer to the button of a plan that no longer exists. */
export async function pastPlan(id: string, { context, verbs }: Pick<Run, 'context' | 'verbs'>): Promise<Outcome> {
  // A failure is ignored, because the entries are only extra information.
  const { records } = await context.auditLog.list({ page: 1, perPage: RECENT }).catch(() => ({ records: [] }));
  const ofPlan = records.filter((record) => planIn(record) === id);
  // Editing a plan keeps its ID, and an earlier version may have been recurring: only entries since the latest edit
  // count.
  const since = ofPlan.slice(0, ofPlan.findIndex(hasMade) + 1 || ofPlan.length);
  const isRecurring = since.some(namesRecurrence);
  for (const record of since) {
    const { ended, isPlanned = false, userId } = record;
    const what = record.verb === 'cancel' ? record.verb : verbs.plannedVerb(record.verb);
    const isItsEnd = what === 'cancel' || (!hasMade(record) && !isRecurring && (isPlanned || ended?.plan === id));
    if (!isItsEnd || !what || (ended?.outcome !== 'done' && ended?.outcome !== 'unchanged')) continue;
    const names = ended.targets.flatMap(({ name }) => name ?? []);
    if (names.length === 0) continue;
    const hasChanged = ended.outcome === 'done';
    return { kind: 'plan-over', past: { what, names, userId, at: ended.at, wasDue: isPlanned, hasChanged } };
  }
  return { kind: 'refused', refusal: { why: 'no-such-schedule' } };
}

/** True if the entry created or changed the plan, in which case only the end of the entry contains the plan's ID. */
const hasMade = ({ ended, plan, verb }: AuditRecord): boolean => !plan && verb !== 'cancel' && Boolean(ended?.plan);

/**
 * True for a recurring plan. Its own changes don't end it; only a cancel does, or a later plan, whose entry doesn't
 * contain its ID.
 */
const namesRecurrence = ({ ended, line }: AuditRecord): boolean =>
  line?.includes(' every:') === true || ended?.after?.includes(', every ') === true;
