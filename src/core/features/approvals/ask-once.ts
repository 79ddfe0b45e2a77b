import type { ApprovalSubject } from '../../../store/approval-record.ts';
import type { Run } from '../../feature.ts';
import type { Outcome } from '../../outcome.ts';

/** More than can realistically be waiting. */
const MAX_WAITING = 100;

/** Pending requests of a person: each one mentions the admins. */
const MAX_OPEN = 20;

/**
 * Requests an approval, unless one that includes the same is waiting already, or the person has too many open ones.
 * @param isIncluded whether a change that somebody asked for before includes this one.
 */
export const askOnce = (
  what: ApprovalSubject,
  isIncluded: (earlier: ApprovalSubject) => boolean,
  { attemptId, context: { approvals, locks }, requester }: Pick<Run, 'attemptId' | 'context' | 'requester'>,
): Promise<Extract<Outcome, { kind: 'approval-asked' | 'refused' }>> =>
  // Of two simultaneous clicks, the second has to find the request of the first.
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
