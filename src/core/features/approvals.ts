import { isServiceError } from '../../service/errors.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../store/approval-record.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import type { Requester } from '../access.ts';
import { type AuditResult, abilityTarget, done, unchanged } from '../audit-result.ts';
import type { Command } from '../command.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { MAX_PINNED_ROWS } from '../list-query.ts';
import { NotLockedError } from '../locks.ts';
import type { OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { unquote } from '../references.ts';
import { EVERYWHERE } from '../verb.ts';
import { type DeletionOutcome, deleteAbility, deletedNothing, deleteSeveral } from './delete.ts';

export type ApprovalsCommand =
  /** Pending approvals. `wanted`: the verb that asked for them; default `approve`. */
  /** `rows`: the approvals of a list that was drawn before, which keep their places. */
  { verb: 'approvals'; wanted?: 'decline'; rows?: string[] } | { verb: 'approve' | 'decline'; id: string };

export type ApprovalsRefusal =
  | { why: 'no-such-approval'; id: string }
  /** A person cannot approve their own request. */
  | { why: 'own-approval'; id: string };

/** The channel where other admins were asked. `isConfirmed`: whether Slack has confirmed the message. */
export interface AskedIn {
  channel: string;
  isConfirmed: boolean;
}

export type ApprovalsOutcome =
  /** Nothing is done yet. `toldIn`: null if the other admins were asked nowhere. */
  | { kind: 'approval-asked'; approval: ApprovalRecord; toldIn: AskedIn | null }
  /** `pinned`: the rows of a list that was drawn before, decided or not; null for one that no longer exists. */
  | { kind: 'approvals'; waiting: ApprovalRecord[]; pinned?: (ApprovalRecord | null)[] }
  /** `of`: the result. `waitsAgain`: it had no effect, so the approval is pending again. */
  | { kind: 'approved'; approval: ApprovalRecord; of: ApprovedOutcome; waitsAgain: boolean }
  | { kind: 'declined'; approval: ApprovalRecord }
  /** Already decided, or expired: see the record. */
  | { kind: 'approval-over'; approval: ApprovalRecord };

/** The result of an approved request. */
export type ApprovedOutcome = DeletionOutcome | Extract<Outcome, { kind: 'replacing' | 'upload-past' | 'trouble' }>;

const targetOf = ({ id }: { id: string }): AuditTarget[] => [{ kind: 'approval', id, name: null }];

export const approvalsFeature = {
  verbs: {
    approve: {
      name: 'approve',
      doing: 'Approving',
      group: 'Team',
      role: 'admin',
      argument: '[ID]',
      summary: "List the requests that need a second admin, or approve one. You can't approve your own.",
      examples: ['approve', 'approve 0123456789abcdef'],
      tryLine: 'approve',
      places: EVERYWHERE,
      read: (argument) => readDecision('approve', argument),
    },
    decline: {
      name: 'decline',
      doing: 'Declining',
      group: 'Team',
      role: 'admin',
      argument: '[ID]',
      summary: 'Decline a request that needs a second admin, or withdraw your own.',
      // It changes nothing on the account.
      needsAccount: false,
      examples: ['decline', 'decline 0123456789abcdef'],
      tryLine: 'decline',
      places: EVERYWHERE,
      read: (argument) => readDecision('decline', argument),
    },
  },
  commands: {
    approvals: {
      verb: ({ wanted }) => wanted ?? 'approve',
      changes: false,
      targets: () => [],
      run: ({ rows }, { context }) => listApprovals(rows ?? null, context),
    },
    approve: {
      verb: 'approve',
      changes: true,
      targets: targetOf,
      run: ({ id }, { context, requester }) => approve(id, requester, context),
    },
    decline: {
      verb: 'decline',
      changes: true,
      targets: targetOf,
      run: ({ id }, { context, requester }) => decline(id, requester, context),
    },
  },
  outcomes: {
    'approval-asked': {
      audit: ({ approval }) => ({
        ...unchanged(targetsOfSubject(approval.what)),
        why: 'waiting for approval',
      }),
      change: null,
    },
    approvals: SHOWS,
    approved: {
      audit: ({ approval, of }, auditOf) => auditApproved(approval, auditOf(of)),
      change: ({ of }, changeOf) => changeOf(of),
    },
    declined: {
      audit: ({ approval: { askedBy, decidedBy, what } }) => ({
        ...done(targetsOfSubject(what)),
        before: 'waiting for approval',
        after: decidedBy === askedBy ? 'withdrawn' : 'declined',
      }),
      change: null,
    },
    'approval-over': {
      audit: ({ approval: { state, what } }) => ({
        ...unchanged(targetsOfSubject(what)),
        why: state === 'waiting' ? 'expired' : `already ${state}`,
      }),
      change: null,
    },
  },
} satisfies Feature<ApprovalsCommand, ApprovalsOutcome>;

function readDecision(verb: 'approve' | 'decline', argument: string): Command | null {
  const id = unquote(argument).toLowerCase();
  if (id === '') return verb === 'approve' ? { verb: 'approvals' } : { verb: 'approvals', wanted: 'decline' };
  const rows = /^rows:([0-9a-f]{16}(?:,[0-9a-f]{16})*)$/.exec(id)?.[1]?.split(',');
  if (rows && verb === 'approve') return { verb: 'approvals', rows: rows.slice(0, MAX_PINNED_ROWS) };
  return /^[0-9a-f]{16}$/.test(id) ? { verb, id } : null;
}

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
async function approve(id: string, requester: Requester, context: OperationContext): Promise<Outcome> {
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
async function decline(id: string, requester: Requester, context: OperationContext): Promise<Outcome> {
  const found = await findWaiting(id, context);
  if (!found.ok) return found.outcome;
  const approval = await context.approvals.book.decide(id, requester.userId, 'declined');
  return approval ? { kind: 'declined', approval } : lostTo(found.approval, context);
}

/** Nobody leaves more than this pending within an hour. */
const MAX_WAITING = 20;

/** Pending approvals, newest first, and the rows of a list that was drawn before. */
async function listApprovals(rows: readonly string[] | null, { approvals }: OperationContext): Promise<Outcome> {
  const waiting = await approvals.book.waiting(MAX_WAITING);
  if (rows === null) return { kind: 'approvals', waiting };
  return { kind: 'approvals', waiting, pinned: await Promise.all(rows.map((id) => approvals.book.find(id))) };
}

/** A command line that draws the list with the same rows. */
export const pinnedApprovals = (ids: readonly string[]): string => `approve rows:${ids.join(',')}`;

const targetsOfSubject = (what: ApprovalSubject): AuditTarget[] =>
  what.kind === 'delete'
    ? what.abilities.map(({ id, name }) => abilityTarget(id, name))
    : [
        { kind: 'upload', id: what.uploadId, name: what.name },
        ...(what.abilityId === null ? [] : [abilityTarget(what.abilityId, what.name)]),
      ];

/** The audit entry of the approver names the person who asked. */
function auditApproved({ askedBy, what }: ApprovalRecord, result: AuditResult): AuditResult {
  return {
    ...result,
    targets: targetsOfSubject(what),
    why: [`requested by ${askedBy}`, ...(result.why === null ? [] : [result.why])].join(', '),
  };
}
