import { withTrace } from '../../base/request-context.ts';
import type { ChangeVerdict } from '../../core/change.ts';
import type { Outcome } from '../../core/outcome.ts';
import { auditResultOf } from '../../core/registry.ts';
import { unreadable, verifyChange } from '../../core/verify.ts';
import type { Recheck } from '../../store/rechecks.ts';
import type { SharedMessage } from '../../store/undo-record.ts';
import { hideForbidden } from '../blocks/buttons.ts';
import { type Job, LEASE_MS, startQueue } from '../jobs.ts';
import { NOWHERE, Origin } from '../modal-metadata.ts';
import { identify } from '../payloads/payloads.ts';
import { announceChange } from '../request/announce.ts';
import { PLAIN_REQUEST, type SlackRequest } from '../request/request.ts';
import type { Workspace } from '../workspace.ts';
import { noticeOf } from './draw.ts';
import { destinationOf, drawAnswer, drawContextOf } from './frame.ts';
import { redrawShared, sharedMessageOf } from './sharing.ts';

/**
 * How often a result is checked and sent again if it couldn't be delivered. After that, Slack probably rejects it
 * permanently.
 */
const MAX_UNDELIVERED = 3;

/**
 * Rechecks changes that the account didn't show at first, and reports each result.
 * @returns a function that stops it.
 */
export function startRechecks(job: Job<'rechecks' | 'of'>): () => void {
  const { store, workspaceOf } = job;
  return startQueue(job, store.rechecks, {
    hold: (one) => store.of(one.tenantId).rechecks.hold(one, LEASE_MS),
    work: async (one) => {
      const workspace = await workspaceOf(one.tenantId);
      if (workspace) await withTrace(one.ref, () => checkAgain(one, workspace));
      else await store.of(one.tenantId).rechecks.forget();
    },
    failed: {
      one: 'change not rechecked, will retry',
      all: 'rechecks delayed',
      facts: ({ ref, tenantId }) => ({ tenant: tenantId, ref }),
    },
  });
}

/** Deletes the recheck last, because every step may be repeated after a crash. */
async function checkAgain(recheck: Recheck, workspace: Workspace): Promise<void> {
  const { auditLog, context, homes, store, uploadTools } = workspace;
  const { account, settings } = uploadTools;
  const isOther = account.kind === 'connected' ? account.version !== recheck.account : account.kind === 'none';
  // The account's key can't be read at the moment, so the recheck stays due.
  if (!isOther && account.kind !== 'connected') return;
  const nextMs = isOther ? undefined : settings.recheckMs[recheck.looks + 1];
  const isLast = nextMs === undefined;
  const { change, changeId } = recheck;
  const isUndone = changeId !== null && (await context.undoLog.find(changeId))?.undoneBy !== null;
  const verify = () => verifyChange(change, context, { changeId, isLast, lists: null });
  const verdict = isUndone ? 'overtaken' : isOther ? unreadable(change) : await verify();
  if (verdict === 'overtaken') {
    await auditLog.find(recheck.id, { outcome: 'unconfirmed', found: 'changed again before it was confirmed' });
    return store.rechecks.delete(recheck.id);
  }
  if (verdict?.kind === 'pending' && nextMs !== undefined) {
    await store.rechecks.again(recheck, context.now().getTime() + nextMs);
    return;
  }
  const outcome = { kind: 'rechecked', change, verdict } as const;
  const { found = null, outcome: word } = auditResultOf(outcome);
  await auditLog.find(recheck.id, { outcome: word, found });
  const correction = verdict?.kind === 'different' && changeId !== null ? { id: changeId, ...verdict } : null;
  // Undo must start from the actual state.
  if (correction?.left) await context.undoLog.correct(correction.id, correction.left);
  const againMs = settings.recheckMs.at(-1) ?? 0;
  const isLastTry = recheck.looks >= settings.recheckMs.length + MAX_UNDELIVERED;
  const isAnnounced = await announceVerdict(outcome, recheck, verdict, isLastTry, workspace);
  if (!isAnnounced && !isLastTry) {
    return store.rechecks.again(recheck, context.now().getTime() + againMs);
  }
  // Only after the message, because a change without an undo record counts as undone.
  if (correction?.left === null) await context.undoLog.correct(correction.id, null);
  homes.changed();
  await store.rechecks.delete(recheck.id);
}

/** @returns true if Slack accepted the answer. */
async function announceVerdict(
  outcome: Outcome,
  recheck: Recheck,
  verdict: ChangeVerdict | null,
  isLastTry: boolean,
  workspace: Workspace,
): Promise<boolean> {
  const { seen, tenantId } = workspace;
  const origin = Origin.safeParse(recheck.origin).data ?? NOWHERE;
  // If the change is confirmed, the Home tab shows it without a message.
  const isWanted = verdict !== null || origin.view === null;
  const { userId } = recheck;
  const requester = await identify({ userId, isStranger: false, channelId: origin.channelId }, workspace);
  const request: SlackRequest = {
    ...PLAIN_REQUEST,
    requester: { ...requester, ref: recheck.ref },
    // The modal has been closed by now.
    origin: { ...origin, view: null },
    asked: { ok: true, command: { verb: 'status' } },
    redraw: recheck.redraw,
  };
  const undo = verdict?.left ? recheck.changeId : null;
  const { isAnnounced, notice, shared } = await answerLater(outcome, { isWanted, request, undo }, workspace);
  if (!isAnnounced && !isLastTry) return false;
  // Claimed, so that others are notified only once, even if this process is killed before the recheck is deleted.
  if (await seen.claim(`looked:${tenantId}:${recheck.id}`)) await announceChange(notice, shared, workspace);
  return isAnnounced;
}

/**
 * Answers a request again with its final result. Redraws the clicked message if possible.
 * @param isWanted whether the requester gets a message.
 * @returns `isAnnounced`: whether Slack accepted the requester's message; `notice`: the announcement for others;
 * `shared`: the shared message that the change was made from.
 */
async function answerLater(
  outcome: Outcome,
  { isWanted, request, undo }: { isWanted: boolean; request: SlackRequest; undo: string | null },
  workspace: Workspace,
): Promise<{ isAnnounced: boolean; notice: string; shared: SharedMessage | null }> {
  const shared = sharedMessageOf(request);
  const frame = { ...drawContextOf(request), undo };
  let isAnnounced = true;
  if (isWanted) {
    const answer = await drawAnswer(outcome, request, frame, workspace);
    const to = { ...destinationOf(request, null), mustArrive: true };
    isAnnounced = await workspace.outbound.deliver(hideForbidden(answer, request.requester), to);
  }
  if (shared) await redrawShared(shared, outcome, frame, workspace);
  return { isAnnounced, notice: noticeOf(outcome, request.requester) ?? '', shared };
}
