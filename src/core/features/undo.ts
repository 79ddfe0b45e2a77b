import { asUndoOf, type Change, canBeTakenBack, type UndoRecord } from '../../store/undo-record.ts';
import type { Requester } from '../access.ts';
import { type ChangeOf, type ChangeRow, type ChangeRows, cannotUndo, type ReplayedAccount } from '../change.ts';
import type { Feature } from '../feature.ts';
import type { OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { unquote } from '../references.ts';
import { EVERYWHERE } from '../verb.ts';
import { assignFeature, type UndoneAssignment } from './assign/assign.ts';
import { deleteFeature } from './delete.ts';
import { toggleFeature, type UndoneToggle } from './toggle.ts';
import { triggersFeature, type UndoneTriggers } from './triggers.ts';
import { uploadFeature } from './upload.ts';

/** Null: the latest change of the one who asks. */
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
};

/** `of`: what taking it back did. */
export type UndoOutcome = { kind: 'undone'; changeId: string; of: UndoneOutcome };

export type UndoneOutcome = UndoneToggle | UndoneTriggers | UndoneAssignment;

export const undoFeature = {
  verbs: {
    undo: {
      name: 'undo',
      doing: 'Undoing',
      group: 'Change',
      role: 'operator',
      argument: '[change ID]',
      summary: 'Take back your latest change, or the one with this ID, within ten minutes.',
      examples: ['undo', 'undo 0123456789abcdef'],
      tryLine: 'undo',
      tryQuestion: 'Your latest switch, trigger words or assignment of the last ten minutes is taken back.',
      places: EVERYWHERE,
      read: (argument) => {
        const id = unquote(argument).toLowerCase();
        if (id === '') return { verb: 'undo', changeId: null };
        return /^[0-9a-f]{16}$/.test(id) ? { verb: 'undo', changeId: id } : null;
      },
    },
  },
  commands: {
    undo: {
      verb: 'undo',
      changes: true,
      targets: () => [],
      run: ({ changeId }, { context, requester }) => undoChange(changeId, requester, context),
    },
  },
  outcomes: {
    undone: {
      audit: ({ of }, auditOf) => ({ ...auditOf(of), outcome: 'done' }),
      change: ({ changeId, of }, changeOf) => {
        const change = changeOf(of);
        return change && asUndoOf(change, changeId);
      },
    },
  },
} satisfies Feature<UndoCommand, UndoOutcome>;

const CHANGES: ChangeRows<Change> = {
  ...toggleFeature.records,
  ...triggersFeature.records,
  ...assignFeature.records,
  ...deleteFeature.records,
  ...uploadFeature.records,
};

const changeRow = <K extends Change['kind']>(kind: K): ChangeRow<ChangeOf<Change, K>> => CHANGES[kind];

/** What a change was about, for a sentence: a name, or how many Abilities. */
const nameChange = (change: Change): string => changeRow(change.kind).name(change);

const thingsOf = (change: Change): string[] => changeRow(change.kind).things(change);

/** Repeats the bot's own change on the lists that are expected of the account. */
export const replayChange = (change: Change, account: ReplayedAccount): void =>
  changeRow(change.kind).replay(change, account);

/**
 * Makes undone what a change did, as long as the account still is as the change left it. Only an outcome `undone` says
 * that it did; any other is to be told as it is.
 */
async function takeBack({ change, id }: UndoRecord, context: OperationContext): Promise<Outcome> {
  const { undo } = changeRow(change.kind);
  if (!undo) return refuse('not-undoable', nameChange(change));
  const { done, outcome } = await undo(change, id, context);
  return done ? { kind: 'undone', changeId: id, of: outcome } : outcome;
}

/** Longer ago, others have built on it. */
const UNDO_WITHIN_MS = 10 * 60_000;

/**
 * Takes a change back, for anybody who may act, not only for who made it. It is claimed first, so that of two processes
 * one acts, and released again when the service did not do it.
 */
async function undoChange(changeId: string | null, requester: Requester, context: OperationContext): Promise<Outcome> {
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

type Reason = UndoRefusal['reason'];

function whyNot({ at, change, undoneBy }: UndoRecord, { connection, now }: UndoContext): Reason | null {
  if (undoneBy !== null) return 'undone-already';
  if (!canBeTakenBack(change)) return 'not-undoable';
  if (connection.kind === 'own' && connection.since !== null && at < connection.since) return 'other-account';
  return now().getTime() - at.getTime() > UNDO_WITHIN_MS ? 'too-late' : null;
}

const refuse = (reason: Reason, what: string | null): Outcome => ({
  kind: 'refused',
  refusal: cannotUndo(reason, what),
});

/**
 * Whether a later change from here is about the same thing, so that taking the earlier one back would be refused.
 * @param others some changes of the workspace; those that were taken back count no more, nor does taking them back.
 */
export function isOvertaken({ at, change, id }: UndoRecord, others: readonly UndoRecord[]): boolean {
  const things = new Set(thingsOf(change));
  return others.some(
    (other) =>
      other.id !== id &&
      other.at.getTime() > at.getTime() &&
      other.undoneBy === null &&
      !('takesBack' in other.change && other.change.takesBack !== undefined) &&
      thingsOf(other.change).some((thing) => things.has(thing)),
  );
}
