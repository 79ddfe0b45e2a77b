import type { ApprovalRecord } from '../../store/approval-record.ts';
import { asUndoOf, canBeUndone, isUndo, type SharedMessage, type UndoRecord } from '../../store/undo-record.ts';
import { type ChangeLookup, cannotUndo } from '../change.ts';
import { isOfAccount } from '../connection.ts';
import type { Feature, Run } from '../feature.ts';
import type { OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { unquote } from '../references.ts';
import type { UndoneAssignment } from './assign/assign.ts';
import type { UndoneQuiet } from './quiet/quiet.ts';
import type { UndoneToggle } from './toggle/toggle.ts';
import type { UndoneTriggers } from './triggers.ts';

/** `changeId`: null for the requester's latest change. */
export type UndoCommand = { verb: 'undo'; changeId: string | null };

export type UndoRefusal = {
  why: 'cannot-undo';
  reason:
    | 'none'
    | 'unknown'
    | 'too-late'
    | 'being-undone'
    | 'undone-already'
    | 'moved-on'
    | 'other-account'
    | 'not-undoable';
  what: string | null;
  /** True if the change is itself an undo. */
  isRedo?: true;
};

/**
 * `of`: the result of the undo. `isRedo`: the undone change was itself an undo. `shared`: the message that the change
 * was made from.
 */
export type UndoOutcome = {
  kind: 'undone';
  changeId: string;
  isRedo: boolean;
  of: UndoneOutcome;
  shared: SharedMessage | null;
};

export type UndoneOutcome = UndoneQuiet | UndoneToggle | UndoneTriggers | UndoneAssignment;

export const undoFeature: Feature<UndoCommand, UndoOutcome> = {
  verbs: {
    undo: {
      doing: 'Undoing',
      group: 'Change',
      role: 'editor',
      action: 'undo changes',
      argument: '[change ID]',
      summary: 'Undo your latest change, or another one by its ID, if it is less than 10 minutes old.',
      examples: ['undo', 'undo 0123456789abcdef'],
      homeLabel: 'Undo my latest change',
      tryLine: 'undo',
      tryQuestion: 'This undoes your latest change, if it is less than 10 minutes old.',
      read: (argument) => {
        const id = unquote(argument).toLowerCase();
        if (id === '') return { verb: 'undo', changeId: null };
        return /^[0-9a-f]{16}$/.test(id) ? { verb: 'undo', changeId: id } : null;
      },
    },
  },
  commands: {
    undo: {
      changes: true,
      targets: () => [],
      ofAnyAccount: true,
      run: ({ changeId }, run) => undoChange(changeId, run),
    },
  },
  outcomes: {
    undone: {
      audit: ({ of }, auditOf) => ({ ...auditOf(of), outcome: 'done' }),
      change: ({ changeId, isRedo, of }, changeOf) => {
        const change = changeOf(of);
        // A redo is recorded as an ordinary change, so that a bare `undo` undoes it.
        return change && !isRedo ? asUndoOf(change, changeId) : change;
      },
      shown: ({ of }, shownOf) => shownOf(of),
    },
  },
  records: {},
};

/**
 * Undoes a change if the account is still as the change left it. Any outcome other than `undone` means that it didn't.
 */
async function applyUndo({ change, id, shared }: UndoRecord, run: Run): Promise<Outcome> {
  const { changes } = run;
  const undoing = changes.undo(change, id, run);
  if (!undoing) return refuse('not-undoable', changes.nameOf(change));
  const { done, outcome } = await undoing;
  return done ? { kind: 'undone', changeId: id, isRedo: isUndo(change), of: outcome, shared } : outcome;
}

/** Later than this, others may have built on the change. */
const UNDO_WITHIN_MS = 10 * 60_000;

/**
 * Undoes a change. Anybody with the role may undo it, not only the person who made it. Claims the change first, so that
 * only one process acts, and releases it if the service did not apply the undo.
 */
async function undoChange(changeId: string | null, run: Run): Promise<Outcome> {
  const { locks, undoLog } = run.context;
  const id = changeId ?? (await undoLog.latestOf(run.requester.userId))?.id;
  if (id === undefined) return refuse('none', null);
  // The lock makes the second of two clicks wait for the result of the first.
  return locks.alone(`change:${id}`, () => undoOne(id, run));
}

async function undoOne(id: string, run: Run): Promise<Outcome> {
  const { undoLog } = run.context;
  const recorded = await undoLog.find(id);
  if (!recorded) return refuse('unknown', null);
  const outcome = await claimAndUndo(recorded, run);
  if (outcome.kind !== 'refused' || outcome.refusal.why !== 'cannot-undo') return outcome;
  return isUndo(recorded.change) ? { kind: 'refused', refusal: { ...outcome.refusal, isRedo: true } } : outcome;
}

async function claimAndUndo(recorded: UndoRecord, run: Run): Promise<Outcome> {
  const { changes, context, requester } = run;
  const { undoLog } = context;
  const { id } = recorded;
  const what = changes.nameOf(recorded.change);
  const reason = whyNot(recorded, context);
  if (reason) return refuse(reason, what);
  if (!(await undoLog.claimUndo(id))) return refuse('being-undone', what);
  let undone = false;
  try {
    const outcome = await applyUndo(recorded, run);
    undone = outcome.kind === 'undone';
    return outcome;
  } finally {
    await (undone ? undoLog.keepUndone(id, requester.userId) : undoLog.releaseUndo(id));
  }
}

/**
 * True if the undo of a change can be offered: it's possible, and nobody has requested its approval yet.
 * @param known `recent`: the latest changes of the workspace. `waiting`: the pending approvals.
 */
export const canOfferUndo = (
  recorded: UndoRecord,
  known: { recent: readonly UndoRecord[]; waiting: readonly ApprovalRecord[] },
  { changes, context }: { changes: ChangeLookup; context: UndoContext },
): boolean =>
  whyNot(recorded, context) === null &&
  !changes.isOvertaken(recorded, known.recent) &&
  !changes.isUndoRequested(recorded, known.waiting);

type UndoContext = Pick<OperationContext, 'connection' | 'now'>;

type Reason = UndoRefusal['reason'];

function whyNot(recorded: UndoRecord, { connection, now }: UndoContext): Reason | null {
  const { at, change, undoneBy } = recorded;
  if (undoneBy !== null) return 'undone-already';
  if (!canBeUndone(change)) return 'not-undoable';
  if (!isOfAccount(recorded, connection)) return 'other-account';
  return now().getTime() - at.getTime() > UNDO_WITHIN_MS ? 'too-late' : null;
}

const refuse = (reason: Reason, what: string | null): Outcome => ({
  kind: 'refused',
  refusal: cannotUndo(reason, what),
});
