import type { ApprovalRecord } from '../../store/approval-record.ts';
import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';

export type FoundWaiting = { ok: true; approval: ApprovalRecord } | { ok: false; outcome: Outcome };

/** What still waits under this ID in the workspace, or what to say instead. */
export async function findWaiting(id: string, { approvals, now }: OperationContext): Promise<FoundWaiting> {
  const approval = await approvals.book.find(id);
  if (!approval) return { ok: false, outcome: { kind: 'refused', refusal: { why: 'no-such-approval', id } } };
  const waits = approval.state === 'waiting' && approval.expiresAt > now();
  return waits ? { ok: true, approval } : { ok: false, outcome: { kind: 'approval-over', approval } };
}

/** Somebody else was faster, or its time was over in this very moment. */
export async function lostTo(approval: ApprovalRecord, { approvals }: OperationContext): Promise<Outcome> {
  return { kind: 'approval-over', approval: (await approvals.book.find(approval.id)) ?? approval };
}
