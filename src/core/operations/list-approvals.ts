import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';

/** More than anybody leaves waiting within an hour. */
const MAX_WAITING = 20;

/** What waits for a second admin, newest first; and the rows of a list that was drawn before. */
export async function listApprovals(rows: readonly string[] | null, { approvals }: OperationContext): Promise<Outcome> {
  const waiting = await approvals.book.waiting(MAX_WAITING);
  if (rows === null) return { kind: 'approvals', waiting };
  return { kind: 'approvals', waiting, pinned: await Promise.all(rows.map((id) => approvals.book.find(id))) };
}
