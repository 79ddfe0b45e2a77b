import { canBeTakenBack, type RecordedChange } from '../../store/change-record.ts';
import type { Actor } from '../actor.ts';
import { nameChange } from '../name-change.ts';
import type { Outcome } from '../outcome.ts';
import type { Refusal } from '../refusal.ts';
import type { OperationContext } from './context.ts';
import { takeBack } from './take-back.ts';

/** Longer ago, others have built on it. */
const UNDO_WITHIN_MS = 10 * 60_000;

/**
 * Takes a change back, for anybody who may act, not only for who made it. It is claimed first, so that of two clicks one
 * acts, and released again when the service did not do it.
 */
export async function undoChange(changeId: string | null, actor: Actor, context: OperationContext): Promise<Outcome> {
  const { history } = context;
  const recorded = await (changeId === null ? history.latestOf(actor.userId) : history.find(changeId));
  if (!recorded) return refuse(changeId === null ? 'none' : 'unknown', null);
  const what = nameChange(recorded.change);
  const reason = whyNot(recorded, context.now());
  if (reason) return refuse(reason, what);
  if (!(await history.claimUndo(recorded.id))) return refuse('being-undone', what);
  let undone = false;
  try {
    const outcome = await takeBack(recorded, context);
    undone = outcome.kind === 'undone';
    return outcome;
  } finally {
    await (undone ? history.keepUndone(recorded.id, actor.userId) : history.releaseUndo(recorded.id));
  }
}

type Reason = Extract<Refusal, { why: 'cannot-undo' }>['reason'];

function whyNot({ at, change, undoneBy }: RecordedChange, now: Date): Reason | null {
  if (undoneBy !== null) return 'undone-already';
  if (!canBeTakenBack(change)) return 'not-undoable';
  return now.getTime() - at.getTime() > UNDO_WITHIN_MS ? 'too-late' : null;
}

const refuse = (reason: Reason, what: string | null): Outcome => ({
  kind: 'refused',
  refusal: { why: 'cannot-undo', reason, what },
});
