import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import type { AuditTarget } from '../../../store/audit-record.ts';
import type { GrantList } from '../../access.ts';
import { abilityTarget, done, installedTarget, unchanged } from '../../audit-result.ts';
import type { Command } from '../../command.ts';
import { type Feature, SHOWS } from '../../feature.ts';
import { MAX_PINNED_ROWS } from '../../list-query.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { unquote } from '../../references.ts';
import type { DeletionOutcome } from '../delete/delete.ts';
import type { DisablingOutcome } from '../toggle/ask-to-disable.ts';
import { approve, decline } from './decide.ts';

export type ApprovalsCommand =
  /** Lists pending approvals. `wanted`: the verb that the person used; default `approve`. */
  /** `rows`: the rows of a list that was drawn before, which keep their places. */
  | { verb: 'approvals'; wanted?: 'decline'; rows?: string[] }
  /** Shows the changed lines of code, which the request's message leaves out. */
  | { verb: 'approval-changes'; id: string }
  | { verb: 'approve' | 'decline'; id: string };

export type ApprovalsRefusal =
  | { why: 'no-such-approval'; id: string }
  /** A person cannot approve their own request. */
  | { why: 'own-approval'; id: string };

/** Where other admins were asked for approval. */
export interface AskedIn {
  /** Null for direct messages. */
  channel: string | null;
  /** True once Slack has confirmed the message. */
  isConfirmed: boolean;
  /** The people whom it mentions, or who got direct messages: some of those who may approve. */
  approvers?: GrantList;
}

export type ApprovalsOutcome =
  /**
   * Nothing has changed yet. `announcedIn`: null if no other admin was asked. `isEarlier`: an earlier request already
   * includes this one. `others`: results for the Abilities that need no approval. `hasNoApprover`: nobody is known who
   * could approve it.
   */
  | {
      kind: 'approval-asked';
      approval: ApprovalRecord;
      announcedIn: AskedIn | null;
      isEarlier?: true;
      others?: OthersToggled;
      hasNoApprover?: true;
    }
  /** `pinned`: the rows of a list that was drawn before, decided or not; null for a request that no longer exists. */
  | { kind: 'approvals'; waiting: ApprovalRecord[]; pinned?: (ApprovalRecord | null)[] }
  | { kind: 'approval-changes'; approval: ApprovalRecord }
  /** `of`: the result. `waitsAgain`: it had no effect, so the request is pending again. */
  | { kind: 'approved'; approval: ApprovalRecord; of: ApprovedOutcome; waitsAgain: boolean }
  | { kind: 'declined'; approval: ApprovalRecord }
  /** The request is already decided, in progress, or expired: see the record. */
  | { kind: 'approval-over'; approval: ApprovalRecord };

type OthersToggled = Extract<Outcome, { kind: 'toggled-several' }>;

/** The result of an approved request. */
export type ApprovedOutcome =
  | DeletionOutcome
  | DisablingOutcome
  | Extract<Outcome, { kind: 'replacing' | 'updating' | 'release-enabled' | 'upload-past' | 'trouble' | 'refused' }>;

const targetOf = ({ id }: { id: string }): AuditTarget[] => [{ kind: 'approval', id, name: null }];

export const approvalsFeature: Feature<ApprovalsCommand, ApprovalsOutcome> = {
  verbs: {
    approve: {
      doing: 'Approving',
      group: 'Team',
      role: 'admin',
      action: 'approve requests',
      argument: '[ID]',
      summary: 'List pending requests, or approve one.',
      examples: ['approve', 'approve 0123456789abcdef'],
      homeLabel: 'Approvals',
      tryLine: 'approve',
      read: (argument) => readDecision('approve', argument),
    },
    decline: {
      doing: 'Declining',
      group: 'Team',
      // Declining another person's request requires an admin: see `decline`.
      role: 'editor',
      action: 'decline requests',
      argument: '[ID]',
      summary: 'Withdraw your own approval request or, as an admin, decline any request.',
      // Declining changes nothing on the account.
      needsAccount: false,
      examples: ['decline', 'decline 0123456789abcdef'],
      homeLabel: null,
      tryLine: 'decline',
      read: (argument) => readDecision('decline', argument),
    },
  },
  commands: {
    approvals: {
      verb: ({ wanted }) => wanted ?? 'approve',
      changes: false,
      ofAnyAccount: true,
      run: ({ rows }, { context }) => listApprovals(rows ?? null, context),
    },
    'approval-changes': {
      verb: 'approve',
      changes: false,
      targets: targetOf,
      ofAnyAccount: true,
      form: () => 'Changes',
      run: async ({ id }, { context }) => {
        const approval = await context.approvals.store.find(id);
        return approval
          ? { kind: 'approval-changes', approval }
          : { kind: 'refused', refusal: { why: 'no-such-approval', id } };
      },
    },
    approve: {
      changes: true,
      targets: targetOf,
      ofAnyAccount: true,
      run: ({ id }, { attemptId, context, requester }) => approve(id, requester, context, attemptId),
    },
    decline: {
      changes: true,
      targets: targetOf,
      ofAnyAccount: true,
      run: ({ id }, { context, requester }) => decline(id, requester, context),
    },
  },
  outcomes: {
    'approval-asked': {
      audit: ({ approval, isEarlier }) => ({
        ...unchanged(targetsOfSubject(approval.what)),
        why: isEarlier ? 'already waiting for approval' : 'waiting for approval',
      }),
      change: null,
    },
    approvals: SHOWS,
    'approval-changes': SHOWS,
    approved: {
      audit: ({ approval, of, waitsAgain }, auditOf) => ({
        ...auditOf(of),
        ...requestOf(approval, !waitsAgain),
        targets: targetsOfSubject(approval.what),
      }),
      change: ({ of }, changeOf) => changeOf(of),
    },
    declined: {
      audit: ({ approval }) => ({
        ...done(targetsOfSubject(approval.what)),
        ...requestOf(approval, true),
        before: 'pending',
        after: approval.decidedBy === approval.askedBy ? 'withdrawn' : 'declined',
      }),
      change: null,
    },
    'approval-over': {
      audit: ({ approval: { state, what } }) => ({
        ...unchanged(targetsOfSubject(what)),
        why: state === 'waiting' ? 'expired' : `already ${state === 'in-progress' ? 'in progress' : state}`,
      }),
      change: null,
    },
  },
  records: {},
};

const CHANGES = /^changes:([0-9a-f]{16})$/;

function readDecision(verb: 'approve' | 'decline', argument: string): Command | null {
  const id = unquote(argument).toLowerCase();
  if (id === '') return verb === 'approve' ? { verb: 'approvals' } : { verb: 'approvals', wanted: 'decline' };
  const rows = /^rows:([0-9a-f]{16}(?:,[0-9a-f]{16})*)$/.exec(id)?.[1]?.split(',');
  if (rows) {
    const wanted = verb === 'decline' ? { wanted: verb } : {};
    return { verb: 'approvals', ...wanted, rows: rows.slice(0, MAX_PINNED_ROWS) };
  }
  const shown = verb === 'approve' ? CHANGES.exec(id)?.[1] : undefined;
  if (shown !== undefined) return { verb: 'approval-changes', id: shown };
  return /^[0-9a-f]{16}$/.test(id) ? { verb, id } : null;
}

/** Nobody leaves more requests than this pending within an hour. */
const MAX_WAITING = 20;

/** Pending approvals, newest first, and the rows of a list that was drawn before. */
async function listApprovals(rows: readonly string[] | null, { approvals }: OperationContext): Promise<Outcome> {
  const waiting = await approvals.store.waiting(MAX_WAITING);
  if (rows === null) return { kind: 'approvals', waiting };
  return { kind: 'approvals', waiting, pinned: await Promise.all(rows.map((id) => approvals.store.find(id))) };
}

/** A command line that draws the list with the same rows. */
export const pinnedApprovals = (verb: 'approve' | 'decline', ids: readonly string[]): string =>
  `${verb} rows:${ids.join(',')}`;

/** The things that a request would change, for the audit log. */
export function targetsOfSubject(what: ApprovalSubject): AuditTarget[] {
  switch (what.kind) {
    case 'delete':
      return what.abilities.map(({ id, name }) => abilityTarget(id, name));
    case 'disable':
      return what.rows.map(({ id, name }) => installedTarget(id, name));
    case 'release':
      return [abilityTarget(what.abilityId, what.name)];
    case 'replace':
    case 'update':
      return [
        { kind: 'upload', id: what.uploadId, name: what.name },
        ...(what.abilityId === null ? [] : [abilityTarget(what.abilityId, what.name)]),
      ];
  }
}

/** @param isDecided whether the request is closed, so that its own entry becomes part of this one. */
const requestOf = ({ askedBy, requestId, what }: ApprovalRecord, isDecided: boolean) => ({
  request: { askedBy, verb: what.kind },
  folds: isDecided ? requestId : null,
});
