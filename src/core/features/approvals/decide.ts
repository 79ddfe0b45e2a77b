import { isServiceError } from '../../../service/errors.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import type { AccessRefusal, Requester } from '../../access.ts';
import { LeaseLostError, NotLockedError } from '../../locks.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import type { DeletionOutcome } from '../delete/delete.ts';
import { deleteAbility, deletedNothing, deleteSeveral } from '../delete/delete-abilities.ts';
import { disableApproved, disabledNothing } from '../toggle/ask-to-disable.ts';
import { enableRelease } from '../versions/releases.ts';
import type { ApprovedOutcome } from './approvals.ts';

type FoundWaiting = { ok: true; approval: ApprovalRecord } | { ok: false; outcome: Outcome };

async function findWaiting(id: string, { approvals, now }: OperationContext): Promise<FoundWaiting> {
  const approval = await approvals.store.find(id);
  if (!approval) return { ok: false, outcome: { kind: 'refused', refusal: { why: 'no-such-approval', id } } };
  const waits = approval.state === 'waiting' && approval.expiresAt > now();
  return waits ? { ok: true, approval } : { ok: false, outcome: { kind: 'approval-over', approval } };
}

/** The outcome if somebody else decided first, or the request has just expired. */
async function lostTo(approval: ApprovalRecord, { approvals }: OperationContext): Promise<Outcome> {
  return { kind: 'approval-over', approval: (await approvals.store.find(approval.id)) ?? approval };
}

/**
 * Approves another admin's request and carries it out as if no approval had been needed. If several admins approve it
 * concurrently, only one carries it out. The decision is saved first: if the process is killed, the request is carried
 * out by the next admin who approves it, or when another process resumes the attempt. If it had no effect, it becomes
 * pending again.
 * @param attemptId ID of the approver's entry in the audit log.
 */
export async function approve(
  id: string,
  requester: Requester,
  context: OperationContext,
  attemptId: string | null,
): Promise<Outcome> {
  const { store } = context.approvals;
  const found = await store.find(id);
  if (!found) return { kind: 'refused', refusal: { why: 'no-such-approval', id } };
  if (!canBeCarriedOut(found, attemptId, context)) return { kind: 'approval-over', approval: found };
  // The store would reject it too.
  if (found.askedBy === requester.userId) return { kind: 'refused', refusal: { why: 'own-approval', id } };
  return context.locks.alone(`approval:${id}`, async () => {
    const now = (await store.find(id)) ?? found;
    if (!canBeCarriedOut(now, attemptId, context)) return { kind: 'approval-over', approval: now };
    if (now.state !== 'waiting') return carryOutApproved(now, { isResumed: true }, context);
    const approval = await store.decide(id, requester.userId, 'in-progress', attemptId);
    return approval ? carryOutApproved(approval, { isResumed: false }, context) : lostTo(now, context);
  });
}

/** Includes requests that a killed attempt may already have carried out without recording it. */
const canBeCarriedOut = (
  { carriedIn, expiresAt, state }: ApprovalRecord,
  attemptId: string | null,
  { now }: OperationContext,
): boolean =>
  state === 'in-progress' ||
  (state === 'waiting' && expiresAt > now()) ||
  (state === 'approved' && attemptId !== null && carriedIn === attemptId);

/** @param how `isResumed`: a process that was killed may have carried it out already. */
async function carryOutApproved(
  approval: ApprovalRecord,
  how: { isResumed: boolean },
  context: OperationContext,
): Promise<Outcome> {
  const { store } = context.approvals;
  const { id } = approval;
  try {
    const { hadNoEffect, of } = await carryOut(approval, how, context);
    // A service error doesn't show what was done before the process was killed.
    const isUnknown = how.isResumed && of.kind === 'trouble';
    if (isUnknown) return { kind: 'approved', approval, of, waitsAgain: true };
    const waitsAgain = hadNoEffect && (await store.reopen(id));
    if (!waitsAgain) await store.finish(id);
    return { kind: 'approved', approval: (await store.find(id)) ?? approval, of, waitsAgain };
  } catch (error) {
    // Nothing was done, so the next attempt must find it pending. After a lost lease, another process may be doing it.
    const isUntouched = error instanceof NotLockedError && !(error instanceof LeaseLostError);
    if (isUntouched && !how.isResumed) await store.reopen(id);
    throw error;
  }
}

/** `hadNoEffect`: nothing changed, so it can be retried. */
async function carryOut(
  { decidedBy, what }: ApprovalRecord,
  { isResumed }: { isResumed: boolean },
  context: OperationContext,
): Promise<{ of: ApprovedOutcome; hadNoEffect: boolean }> {
  if (what.kind === 'replace' || what.kind === 'update') {
    const { name, uploadId } = what;
    const isTaken = await context.approvals.decide(what, decidedBy);
    const kind = !isTaken ? 'upload-past' : what.kind === 'replace' ? 'replacing' : 'updating';
    return { of: { kind, uploadId, name }, hadNoEffect: false };
  }
  try {
    if (what.kind === 'release') {
      const { abilityId: id, name, releaseId } = what;
      return { of: await enableRelease({ id, name }, releaseId, context), hadNoEffect: false };
    }
    if (what.kind === 'disable') {
      const of = await disableApproved(what.rows, { isResumed }, context);
      return { of, hadNoEffect: disabledNothing(of) };
    }
    const ids = what.abilities.map(({ id }) => id);
    const [first] = ids;
    const isOne = first !== undefined && ids.length === 1;
    const of = isOne ? await deleteAbility(first, context) : await deleteSeveral(ids, context);
    return { of: isResumed ? await withEarlier(of, what, context) : of, hadNoEffect: deletedNothing(of) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { of: { kind: 'trouble', error, effect: 'none' }, hadNoEffect: true };
  }
}

/** Counts Abilities that are missing now as deleted: the process that was killed has deleted them. */
async function withEarlier(
  outcome: DeletionOutcome,
  { abilities }: Extract<ApprovalSubject, { kind: 'delete' }>,
  { assignments }: OperationContext,
): Promise<DeletionOutcome> {
  const names = new Map(abilities.map(({ id, name }) => [id, name]));
  if (outcome.kind === 'gone-already') {
    await assignments.deleteAbility(outcome.id);
    return { kind: 'deleted', id: outcome.id, name: names.get(outcome.id) ?? `ID ${outcome.id}` };
  }
  if (outcome.kind !== 'deleted-several') return outcome;
  const gone = outcome.results.filter(({ fate }) => fate === 'gone-already');
  for (const { id } of gone) await assignments.deleteAbility(id);
  return {
    ...outcome,
    results: outcome.results.map((result) =>
      result.fate === 'gone-already' ? { ...result, name: names.get(result.id) ?? null, fate: 'deleted' } : result,
    ),
  };
}

/**
 * Everybody may use `decline` to withdraw their own request. Declining somebody else's requires the role for `approve`.
 */
function refuseUnlessAdmin({ access }: Requester): AccessRefusal | null {
  if (!access.known) return { why: 'who-unknown', reason: access.reason };
  const { admins, role } = access;
  return role === 'admin' ? null : { why: 'role-missing', verb: 'decline', needed: 'admin', has: role, admins };
}

/** Declines a pending approval. The requester uses it to withdraw their own request. */
export async function decline(id: string, requester: Requester, context: OperationContext): Promise<Outcome> {
  const found = await findWaiting(id, context);
  if (!found.ok) return found.outcome;
  const refusal = found.approval.askedBy === requester.userId ? null : refuseUnlessAdmin(requester);
  if (refusal) return { kind: 'refused', refusal };
  const approval = await context.approvals.store.decide(id, requester.userId, 'declined');
  return approval ? { kind: 'declined', approval } : lostTo(found.approval, context);
}
