import type { Requester } from '../../core/access.ts';
import type { ChangeVerdict } from '../../core/change.ts';
import type { Outcome } from '../../core/outcome.ts';
import { shownOf } from '../../core/registry.ts';
import { unreadable, verifyChange } from '../../core/verify.ts';
import { accountVersionOf } from '../../uploads/ports.ts';
import type { Workspace } from '../workspace.ts';
import type { Recorded } from './audit.ts';
import type { SlackRequest } from './request.ts';

interface Asked extends Pick<SlackRequest, 'origin' | 'redraw'> {
  requester: Requester;
  auditId: string;
}

/**
 * The outcome as the service reported it; or, if the account shows something else, that outcome with the actual state.
 */
interface Confirmed {
  outcome: Outcome;
  recorded: Recorded | null;
}

/**
 * Checks whether the account shows a change, and schedules rechecks if it doesn't yet. The undo log stores the actual
 * state, so that an undo starts from there. Never throws, because the change is already made.
 */
export async function confirmChange(
  outcome: Outcome,
  recorded: Recorded | null,
  asked: Asked,
  workspace: Workspace,
): Promise<Confirmed> {
  if (!recorded) return { outcome, recorded };
  const { context, log } = workspace;
  const { change, id } = recorded;
  const { ref } = asked.requester;
  let verdict: ChangeVerdict;
  try {
    const verified = await verifyChange(change, context, { changeId: id, lists: shownOf(outcome) });
    // If a later change has superseded it, that change is compared with the account instead.
    if (verified === null || verified === 'overtaken') return { outcome, recorded };
    verdict = verified;
    // Another request may have made a change that isn't in the undo log yet.
    if (verdict.kind === 'different' && (await isOtherAtWork(workspace))) verdict = { ...verdict, kind: 'pending' };
  } catch (error) {
    log.error({ err: error, ref }, 'change not compared with the account');
    verdict = unreadable(change);
  }
  const unconfirmed = { kind: 'unconfirmed', of: outcome, verdict } as const;
  const isPending = verdict.kind === 'pending';
  try {
    if (isPending) await planRecheck(recorded, asked, workspace);
    else if (id !== null) await context.undoLog.correct(id, verdict.left);
  } catch (error) {
    // Both the answer and the audit log report the change as unconfirmed.
    log.error({ err: error, ref }, isPending ? 'recheck not planned' : 'undo record not corrected');
  }
  if (isPending) return { outcome: unconfirmed, recorded };
  return { outcome: unconfirmed, recorded: verdict.left ? { ...recorded, change: verdict.left } : unmade(recorded) };
}

/** Longer than any request takes. */
const REQUEST_MS = 60_000;

/** True if a request other than this one is changing something. */
async function isOtherAtWork({ auditLog, context }: Pick<Workspace, 'auditLog' | 'context'>): Promise<boolean> {
  const since = new Date(context.now().getTime() - REQUEST_MS);
  return (await auditLog.runningSince(since, { withoutUploads: true })) > 1;
}

async function planRecheck(
  { change, id: changeId }: Recorded,
  { auditId, origin, redraw, requester }: Asked,
  { context, store, uploadTools }: Workspace,
): Promise<void> {
  const { ref, userId } = requester;
  const [firstMs = 0] = uploadTools.settings.recheckMs;
  const version = accountVersionOf(uploadTools.account);
  const recheck = { change, changeId, account: version, userId, ref, origin, redraw };
  await store.rechecks.plan({ ...recheck, id: auditId, looks: 0 }, context.now().getTime() + firstMs);
}

/** The change isn't on the account, so there is nothing to undo. */
const unmade = (recorded: Recorded): Recorded => ({ ...recorded, undo: null, id: null });
