import type { Outcome } from '../outcome.ts';
import type { Requester } from '../requester.ts';
import type { OperationContext } from './context.ts';
import { findWaiting, lostTo } from './find-waiting.ts';

/** Declines what waits for a second admin. Whoever asked for it withdraws it so. */
export async function decline(id: string, requester: Requester, context: OperationContext): Promise<Outcome> {
  const found = await findWaiting(id, context);
  if (!found.ok) return found.outcome;
  const approval = await context.approvals.book.decide(id, requester.userId, 'declined');
  return approval ? { kind: 'declined', approval } : lostTo(found.approval, context);
}
