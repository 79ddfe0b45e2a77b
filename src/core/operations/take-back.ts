import { type AbilityId, mayBeListed } from '@abilities-bot/service-api';
import type { Change, UndoRecord } from '../../store/undo-record.ts';
import { hasSame } from '../change-of.ts';
import { nameChange } from '../name-change.ts';
import type { Outcome, ToggleResult, UndoneOutcome } from '../outcome.ts';
import type { Refusal } from '../refusal.ts';
import { fold } from '../suggest.ts';
import { compareWords, isSame } from '../words-difference.ts';
import { changeAssignment } from './assign-abilities.ts';
import type { OperationContext } from './context.ts';
import { saveTriggerWords } from './save-trigger-words.ts';
import { toggleAbility } from './toggle-ability.ts';
import { toggleEach } from './toggle-several.ts';

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
