import { canBeTakenBack, type UndoRecord } from '../../store/undo-record.ts';
import { nameChange } from '../name-change.ts';
import type { Outcome } from '../outcome.ts';
import type { Refusal } from '../refusal.ts';
import type { Requester } from '../requester.ts';
import type { OperationContext } from './context.ts';
import { takeBack } from './take-back.ts';

/** Longer ago, others have built on it. */
const UNDO_WITHIN_MS = 10 * 60_000;

/**
 * Takes a change back, for anybody who may act, not only for who made it. It is claimed first, so that of two processes
 * one acts, and released again when the service did not do it.
 */
export async function undoChange(
  changeId: string | null,
  requester: Requester,
  context: OperationContext,
): Promise<Outcome> {
  const { locks, undoLog } = context;
  const id = changeId ?? (await undoLog.latestOf(requester.userId))?.id;
  if (id === undefined) return refuse('none', null);
  // The second of two clicks hears what came of the first.
  return locks.run(`change:${id}`, () => undoOne(id, requester, context));
}

async function undoOne(id: string, requester: Requester, context: OperationContext): Promise<Outcome> {
  const { undoLog } = context;
  const recorded = await undoLog.find(id);
  if (!recorded) return refuse('unknown', null);
  const what = nameChange(recorded.change);
  const reason = whyNot(recorded, context);
  if (reason) return refuse(reason, what);
  if (!(await undoLog.claimUndo(id))) return refuse('being-undone', what);
  let undone = false;
  try {
    const outcome = await takeBack(recorded, context);
    undone = outcome.kind === 'undone';
    return outcome;
  } finally {
    await (undone ? undoLog.keepUndone(id, requester.userId) : undoLog.releaseUndo(id));
  }
}

/** Whether taking it back would be tried now. */
export const canUndoNow = (recorded: UndoRecord, context: UndoContext): boolean => whyNot(recorded, context) === null;

type UndoContext = Pick<OperationContext, 'connection' | 'now'>;

type Reason = Extract<Refusal, { why: 'cannot-undo' }>['reason'];

function whyNot({ at, change, undoneBy }: UndoRecord, { connection, now }: UndoContext): Reason | null {
  if (undoneBy !== null) return 'undone-already';
  if (!canBeTakenBack(change)) return 'not-undoable';
  if (connection.kind === 'own' && connection.since !== null && at < connection.since) return 'other-account';
  return now().getTime() - at.getTime() > UNDO_WITHIN_MS ? 'too-late' : null;
}

const refuse = (reason: Reason, what: string | null): Outcome => ({
  kind: 'refused',
  refusal: { why: 'cannot-undo', reason, what },
});
