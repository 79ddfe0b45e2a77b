import type { Actor } from '../actor.ts';
import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';
import { findWaiting, lostTo } from './find-waiting.ts';

/** Declines what waits for a second admin. Whoever asked for it withdraws it so. */
export async function decline(id: string, actor: Actor, context: OperationContext): Promise<Outcome> {
  const found = await findWaiting(id, context);
  if (!found.ok) return found.outcome;
  const approval = await context.approvals.book.decide(id, actor.userId, 'declined');
  return approval ? { kind: 'declined', approval } : lostTo(found.approval, context);
}
