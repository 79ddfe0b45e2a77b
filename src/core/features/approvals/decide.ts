import { isServiceError } from '../../../service/errors.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import type { Requester } from '../../access.ts';
import { NotLockedError } from '../../locks.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { deleteAbility, deletedNothing, deleteSeveral } from '../delete.ts';
import type { ApprovedOutcome } from './approvals.ts';

type FoundWaiting = { ok: true; approval: ApprovalRecord } | { ok: false; outcome: Outcome };

/** Finds a pending approval of this workspace. */
async function findWaiting(id: string, { approvals, now }: OperationContext): Promise<FoundWaiting> {
  const approval = await approvals.book.find(id);
  if (!approval) return { ok: false, outcome: { kind: 'refused', refusal: { why: 'no-such-approval', id } } };
  const waits = approval.state === 'waiting' && approval.expiresAt > now();
  return waits ? { ok: true, approval } : { ok: false, outcome: { kind: 'approval-over', approval } };
}

/** Somebody else decided first, or it has just expired. */
async function lostTo(approval: ApprovalRecord, { approvals }: OperationContext): Promise<Outcome> {
  return { kind: 'approval-over', approval: (await approvals.book.find(approval.id)) ?? approval };
}

/**
 * Approves another admin's request and carries it out as if no approval had been needed. If two admins approve
 * concurrently, only one carries it out. If it had no effect, it becomes pending again.
 */
export async function approve(id: string, requester: Requester, context: OperationContext): Promise<Outcome> {
  const { book } = context.approvals;
  const found = await findWaiting(id, context);
  if (!found.ok) return found.outcome;
  // The store would reject it too.
  if (found.approval.askedBy === requester.userId) return { kind: 'refused', refusal: { why: 'own-approval', id } };
  const approval = await book.decide(id, requester.userId, 'approved');
  if (!approval) return lostTo(found.approval, context);
  try {
    const { hadNoEffect, of } = await carryOut(approval.what, requester, context);
    return { kind: 'approved', approval, of, waitsAgain: hadNoEffect && (await book.reopen(id, requester.userId)) };
  } catch (error) {
    // Nothing was done, so the next attempt has to find it pending.
    if (error instanceof NotLockedError) await book.reopen(id, requester.userId);
    throw error;
  }
}

/** `hadNoEffect`: nothing changed, so it can be retried. */
async function carryOut(
  what: ApprovalSubject,
  requester: Requester,
  context: OperationContext,
): Promise<{ of: ApprovedOutcome; hadNoEffect: boolean }> {
  if (what.kind === 'replace') {
    const { name, uploadId } = what;
    const kind = (await context.approvals.replace(what, requester.userId)) ? 'replacing' : 'upload-past';
    return { of: { kind, uploadId, name }, hadNoEffect: false };
  }
  const ids = what.abilities.map(({ id }) => id);
  const [first] = ids;
  try {
    const isOne = first !== undefined && ids.length === 1;
    const of = isOne ? await deleteAbility(first, context) : await deleteSeveral(ids, context);
    return { of, hadNoEffect: deletedNothing(of) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { of: { kind: 'trouble', error, effect: 'none' }, hadNoEffect: true };
  }
}

/** Declines a pending approval. The person who asked for it withdraws it this way. */
export async function decline(id: string, requester: Requester, context: OperationContext): Promise<Outcome> {
  const found = await findWaiting(id, context);
  if (!found.ok) return found.outcome;
  const approval = await context.approvals.book.decide(id, requester.userId, 'declined');
  return approval ? { kind: 'declined', approval } : lostTo(found.approval, context);
}
