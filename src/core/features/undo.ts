import { type AbilityId, mayBeListed } from '@abilities-bot/service-api';
import { asUndoOf, type Change, canBeTakenBack, type UndoRecord } from '../../store/undo-record.ts';
import type { Requester } from '../access.ts';
import type { Feature } from '../feature.ts';
import type { OperationContext } from '../operation-context.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { unquote } from '../references.ts';
import { fold } from '../text-matching.ts';
import { compareWords, isSame } from '../trigger-words.ts';
import { EVERYWHERE } from '../verb.ts';
import { changeAssignment, hasSame } from './assign.ts';
import { type ToggleResult, toggleAbility, toggleEach } from './toggle.ts';
import { saveTriggerWords } from './triggers.ts';

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

export type UndoneOutcome = Extract<Outcome, { kind: 'toggled' | 'toggled-several' | 'triggers-saved' | 'assigned' }>;

/** As far as the history is looked through for later changes of an Agent. */
const RECENT = 100;

/**
 * Makes undone what a change did, as long as the account still is as the change left it. Only an outcome `undone` says
 * that it did; any other is to be told as it is.
 */
export async function takeBack(recorded: UndoRecord, context: OperationContext): Promise<Outcome> {
  const { change, id } = recorded;
  switch (change.kind) {
    case 'toggled':
      return change.items.length === 1 ? switchBack(id, change, context) : switchAllBack(id, change, context);
    case 'triggers':
      return asUndone(id, await restoreWords(change, context));
    case 'assigned':
      return asUndone(id, await restoreAssignment(recorded, change, context));
    case 'deleted':
    case 'uploaded':
      return { kind: 'refused', refusal: cannot('not-undoable', nameChange(change)) };
  }
}

const cannot = (reason: 'moved-on' | 'not-undoable', what: string): Refusal => ({ why: 'cannot-undo', reason, what });

/** A list that the service does not show as saved is told as that, and not as taken back. */
function asUndone(changeId: string, outcome: Outcome): Outcome {
  if (outcome.kind === 'assigned' && outcome.result.confirmed === 'no') return outcome;
  const isDone = outcome.kind === 'toggled' || outcome.kind === 'triggers-saved' || outcome.kind === 'assigned';
  return isDone ? { kind: 'undone', changeId, of: outcome } : outcome;
}

type Toggled = Extract<Change, { kind: 'toggled' }>;

const reverse = (enabled: boolean) => (enabled ? 'disable' : 'enable');

/** An Ability has two states, so that one which is no longer as it was left is back already: the switch finds nothing to do. */
async function switchBack(changeId: string, { items: [item] }: Toggled, context: OperationContext): Promise<Outcome> {
  if (!item) return { kind: 'refused', refusal: cannot('moved-on', '0 Abilities') };
  const { enabled, id, name } = item;
  const outcome = await toggleAbility({ verb: reverse(enabled), target: { by: 'installed', id } }, context);
  if (outcome.kind === 'unchanged') return { kind: 'refused', refusal: cannot('moved-on', name) };
  return asUndone(changeId, outcome);
}

async function switchAllBack(changeId: string, change: Toggled, context: OperationContext): Promise<Outcome> {
  const planned = change.items.map(({ enabled, id, name }) => ({ verb: reverse(enabled), id, name }) as const);
  const results = (await toggleEach(planned, context)).map((result): ToggleResult => {
    if (result.kind !== 'unchanged') return result;
    return { kind: 'refused', asked: result.name, refusal: cannot('moved-on', result.name) };
  });
  const outcome: UndoneOutcome = { kind: 'toggled-several', enabled: planned[0]?.verb === 'enable', results };
  if (results.some(({ kind }) => kind === 'toggled')) return { kind: 'undone', changeId, of: outcome };
  return results.every(hasMovedOn) ? { kind: 'refused', refusal: cannot('moved-on', nameChange(change)) } : outcome;
}

const hasMovedOn = (result: ToggleResult) => result.kind === 'refused' && result.refusal.why === 'cannot-undo';

/** Compared as people read words: the service may write them in its own way. */
async function restoreWords(
  { after, before, id, name }: Extract<Change, { kind: 'triggers' }>,
  context: OperationContext,
): Promise<Outcome> {
  const isAsLeft = (words: readonly string[]) => isSame(compareWords(words.map(fold), after.map(fold)));
  const outcome = await saveTriggerWords(
    id,
    ({ triggerWords }) => (isAsLeft(triggerWords) ? before : cannot('moved-on', name)),
    context,
  );
  if (outcome.kind === 'triggers-unchanged') return { kind: 'refused', refusal: cannot('moved-on', name) };
  return outcome;
}

/** Abilities that were deleted since are left out on both sides: no Agent has them any more. */
async function restoreAssignment(
  recorded: UndoRecord,
  { after, agentId, agentName, before }: Extract<Change, { kind: 'assigned' }>,
  context: OperationContext,
): Promise<Outcome> {
  const later = await wasAssignedSince(recorded, agentId, context);
  return changeAssignment(
    agentId,
    (current, abilities) => {
      if (before === null) return cannot('not-undoable', agentName);
      const isOnAccount = mayBeListed(abilities);
      const still = (ids: readonly AbilityId[]) => ids.filter(isOnAccount);
      const isAsLeft = current.known === 'no' ? !later : hasSame(still(current.abilityIds), still(after));
      return isAsLeft ? still(before) : cannot('moved-on', agentName);
    },
    context,
  );
}

/** What an Agent has may have been forgotten by a restart; the history remembers who saved since. */
async function wasAssignedSince(
  { id }: UndoRecord,
  agentId: Extract<Change, { kind: 'assigned' }>['agentId'],
  { undoLog }: OperationContext,
): Promise<boolean> {
  for (const recent of await undoLog.recent(RECENT)) {
    if (recent.id === id) return false;
    if (recent.change.kind === 'assigned' && recent.change.agentId === agentId) return true;
  }
  return true;
}

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

/** What taking a change back looks at first. */
function thingsOf(change: Change): string[] {
  switch (change.kind) {
    case 'toggled':
      return change.items.map(({ id }) => `state of ${id}`);
    case 'triggers':
      return [`words of ${change.id}`];
    case 'assigned':
      return [`list of ${change.agentId}`];
    case 'deleted':
    case 'uploaded':
      return [];
  }
}

/** What a change was about, for a sentence: a name, or how many Abilities. */
export function nameChange(change: Change): string {
  switch (change.kind) {
    case 'toggled':
    case 'deleted': {
      const [first, ...others] = change.items;
      return first && others.length === 0 ? first.name : `${change.items.length} Abilities`;
    }
    case 'triggers':
    case 'uploaded':
      return change.name;
    case 'assigned':
      return change.agentName;
  }
}
