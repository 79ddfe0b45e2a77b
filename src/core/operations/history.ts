import { type AbilityId, mayBeListed } from '@abilities-bot/service-api';
import { withTimeBudget } from '../../base/request-context.ts';
import { isServiceError } from '../../service/errors.ts';
import type { AuditRecord, AuditTarget } from '../../store/audit-record.ts';
import { type Change, canBeTakenBack, type UndoRecord } from '../../store/undo-record.ts';
import type { Requester } from '../access.ts';
import { changeAssignment, hasSame } from '../features/assign.ts';
import { type ToggleResult, toggleAbility, toggleEach } from '../features/toggle.ts';
import { saveTriggerWords } from '../features/triggers.ts';
import { type HistoryQuery, sinceDate } from '../history-query.ts';
import { LOOKING, type OperationContext } from '../operation-context.ts';
import type { HistoryEntry, Outcome, Refusal, UndoneOutcome } from '../outcome.ts';
import { fold } from '../text-matching.ts';
import { compareWords, isSame } from '../trigger-words.ts';
import { isOvertaken, nameChange } from '../undo.ts';

type Kind = AuditTarget['kind'];

/** The history is in the store: a service that is slow should not keep anybody from it. */
const NAMES_MS = 1500;

/**
 * Gives attempts that know their targets by ID alone the names of now: who was refused pressed a button that carries an
 * ID, and nothing is looked up for whoever may not. What is not on the account any more, or while the service is slow or
 * away, stays an ID.
 */
export async function nameTargets(
  records: readonly AuditRecord[],
  { connection, service }: Pick<OperationContext, 'connection' | 'service'>,
): Promise<AuditRecord[]> {
  const isNameless = ({ id, name }: AuditTarget) => id !== null && name === null;
  const kinds = new Set(records.flatMap(({ targets }) => targets.filter(isNameless).map(({ kind }) => kind)));
  if (kinds.size === 0 || (connection.kind === 'own' && connection.state !== 'connected')) return [...records];
  const names = new Map<string, string>();
  const read = async (kind: Kind, list: () => Promise<readonly { id: number; name: string }[]>) => {
    if (kinds.has(kind)) for (const { id, name } of await list()) names.set(`${kind} ${id}`, name);
  };
  try {
    await withTimeBudget(NAMES_MS, () =>
      Promise.all([
        read('ability', () => service.listAbilities(LOOKING)),
        read('installed', () => service.listInstalledAbilities(LOOKING)),
        read('agent', () => service.listAgents(LOOKING)),
      ]),
    );
  } catch (error) {
    if (!isServiceError(error)) throw error;
  }
  const named = (target: AuditTarget): AuditTarget =>
    isNameless(target) ? { ...target, name: names.get(`${target.kind} ${target.id}`) ?? null } : target;
  return records.map((record) => ({ ...record, targets: record.targets.map(named) }));
}

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

export const HISTORY_PAGE = 10;
/** More than are made in the ten minutes in which a change can be taken back. */
const MAX_LATEST = 200;

/** One page of who did what, newest first, with what can still be taken back. */
export async function readHistory(
  query: HistoryQuery,
  requester: Requester,
  context: OperationContext,
): Promise<Outcome> {
  const { auditLog, undoLog, now } = context;
  const { from: first, name, outcome, page, ref, since, userId } = query;
  const from = since === null ? null : sinceDate(since, now());
  const filters = {
    ...(name === '' ? {} : { name }),
    ...(userId === null ? {} : { userId: userId === 'me' ? requester.userId : userId }),
    ...(from ? { since: from } : {}),
    ...(outcome === null ? {} : { outcomes: [outcome] }),
    ...(ref === null ? {} : { ref }),
  };
  const selected = await auditLog.list({ ...filters, page, perPage: HISTORY_PAGE });
  // The page stays what it was; how many there are is said as it is now.
  const pinned =
    first === undefined ? null : await auditLog.list({ ...filters, from: first, page: 1, perPage: HISTORY_PAGE });
  const found = pinned && pinned.records.length > 0 ? { ...selected, records: pinned.records } : selected;
  const latest = await undoLog.recent(MAX_LATEST);
  const entries = await Promise.all(
    (await nameTargets(found.records, context)).map(async (record): Promise<HistoryEntry> => {
      const changeId = record.ended?.changeId ?? null;
      const change = changeId === null ? null : await undoLog.find(changeId);
      const undo = change && canUndoNow(change, context) && !isOvertaken(change, latest) ? change.id : null;
      return { record, undo, undoneBy: change?.undoneBy ?? null };
    }),
  );
  return {
    kind: 'history',
    query,
    entries,
    total: found.total,
    pages: Math.max(1, Math.ceil(found.total / HISTORY_PAGE)),
  };
}
