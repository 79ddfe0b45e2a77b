import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';

/** More than anybody leaves waiting within an hour. */
const MOST = 20;

/** What waits for a second admin, newest first. */
export async function listApprovals({ approvals }: OperationContext): Promise<Outcome> {
  return { kind: 'approvals', waiting: await approvals.book.waiting(MOST) };
}
