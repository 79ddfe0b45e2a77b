import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import type { Run } from '../../feature.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { isApprovalNeeded, readApprovals } from './needed.ts';

/** More than can realistically be pending. */
const MAX_WAITING = 100;

/** Limit on a person's pending requests, because each one mentions the admins. */
const MAX_OPEN = 20;

/**
 * The pending approvals, if an undo may have requested one: only one that disables needs it. Otherwise empty, without a
 * query.
 * @throws store errors.
 */
export async function readAskedUndos(context: Pick<OperationContext, 'approvals'>): Promise<readonly ApprovalRecord[]> {
  const chosen = await readApprovals(context);
  if (!chosen || !isApprovalNeeded(chosen, 'disable', { isEnabled: true })) return [];
  return context.approvals.store.waiting(MAX_WAITING);
}

/**
 * Requests an approval, unless a pending request already includes this one or the person has too many open requests.
 * @param isIncluded whether an earlier request includes this one.
 */
export const askOnce = (
  what: ApprovalSubject,
  isIncluded: (earlier: ApprovalSubject) => boolean,
  { attemptId, context: { approvals, locks }, requester }: Pick<Run, 'attemptId' | 'context' | 'requester'>,
): Promise<Extract<Outcome, { kind: 'approval-asked' | 'refused' }>> =>
  // Locked, so that the second of two simultaneous clicks finds the request of the first.
  locks.alone('approvals', async () => {
    const { store, keepMs } = approvals;
    const waiting = (await store.waiting(MAX_WAITING)).filter(({ state }) => state === 'waiting');
    const asked = waiting.find((one) => isIncluded(one.what));
    if (asked) return { kind: 'approval-asked', approval: asked, announcedIn: null, isEarlier: true };
    if (waiting.filter(({ askedBy }) => askedBy === requester.userId).length >= MAX_OPEN) {
      return { kind: 'refused', refusal: { why: 'too-many', what: 'pending approval requests', max: MAX_OPEN } };
    }
    const approval = await store.open(what, requester.userId, keepMs, attemptId);
    return { kind: 'approval-asked', approval, announcedIn: null };
  });
