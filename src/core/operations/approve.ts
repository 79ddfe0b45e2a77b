import { isServiceError } from '../../service-client/errors/index.ts';
import type { ApprovalSubject } from '../../store/approval-record.ts';
import type { ApprovedOutcome, Outcome } from '../outcome.ts';
import type { Requester } from '../requester.ts';
import type { OperationContext } from './context.ts';
import { deleteAbility } from './delete-ability.ts';
import { deleteSeveral } from './delete-several.ts';
import { findWaiting, lostTo } from './find-waiting.ts';

/**
 * Agrees to what another admin asked for, and carries it out, as it would have been without waiting. Of two who agree at
 * once one does. When nothing came of it, it waits again.
 */
export async function approve(id: string, requester: Requester, context: OperationContext): Promise<Outcome> {
  const { book } = context.approvals;
  const found = await findWaiting(id, context);
  if (!found.ok) return found.outcome;
  // The store would not take it either.
  if (found.approval.askedBy === requester.userId) return { kind: 'refused', refusal: { why: 'own-approval', id } };
  const approval = await book.decide(id, requester.userId, 'approved');
  if (!approval) return lostTo(found.approval, context);
  const of = await carryOut(approval.what, requester, context);
  return { kind: 'approved', approval, of, waitsAgain: hadNoEffect(of) && (await book.reopen(id, requester.userId)) };
}

async function carryOut(
  what: ApprovalSubject,
  requester: Requester,
  context: OperationContext,
): Promise<ApprovedOutcome> {
  if (what.kind === 'replace') {
    const { name, uploadId } = what;
    return {
      kind: (await context.approvals.replace(what, requester.userId)) ? 'replacing' : 'upload-past',
      uploadId,
      name,
    };
  }
  const ids = what.abilities.map(({ id }) => id);
  const [first] = ids;
  try {
    if (first !== undefined && ids.length === 1) return await deleteAbility(first, context);
    return await deleteSeveral(ids, context);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { kind: 'trouble', error, effect: 'none' };
  }
}

/** Whether it is as before, so that the same can be tried again. */
function hadNoEffect(of: ApprovedOutcome): boolean {
  if (of.kind === 'trouble') return of.effect === 'none';
  if (of.kind === 'deleted-several') return of.results.every(({ fate }) => fate === 'still-there');
  return of.kind === 'still-there';
}
