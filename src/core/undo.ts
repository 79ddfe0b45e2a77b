import type { Change, UndoRecord } from '../store/undo-record.ts';
import { type AssignmentResult, hasSame } from './features/assign.ts';
import type { DeletionResult } from './features/delete.ts';
import type { ToggleResult } from './features/toggle.ts';
import type { Outcome } from './outcome.ts';

/**
 * What an outcome changed on the account, as it is kept; null when it changed nothing, or nobody knows whether it did.
 * Taking something back is a change like any other, and can be taken back itself.
 */
export function changeOf(outcome: Outcome): Change | null {
  switch (outcome.kind) {
    case 'toggled': {
      const { enabled, id, name } = outcome;
      return { kind: 'toggled', items: [{ id, name, enabled }] };
    }
    case 'toggled-several':
      return toggledChange(outcome.results, outcome.enabled);
    case 'triggers-saved': {
      const { difference, id, name } = outcome;
      return { kind: 'triggers', id, name, before: difference.before, after: difference.after };
    }
    case 'assigned':
      return assignedChange(outcome.result);
    case 'deleted':
      return { kind: 'deleted', items: [{ id: outcome.id, name: outcome.name }] };
    case 'deleted-several':
      return deletedChange(outcome.results);
    case 'approved':
      return changeOf(outcome.of);
    case 'undone': {
      const change = changeOf(outcome.of);
      // Neither is ever taken back.
      if (change === null || change.kind === 'deleted' || change.kind === 'uploaded') return change;
      return { ...change, takesBack: outcome.changeId };
    }
    default:
      return null;
  }
}

function toggledChange(results: readonly ToggleResult[], enabled: boolean): Change | null {
  const items = results.flatMap((result) =>
    result.kind === 'toggled' ? [{ id: result.id, name: result.name, enabled }] : [],
  );
  return items.length > 0 ? { kind: 'toggled', items } : null;
}

/** A list that the service does not show as saved is none that could be told or taken back. */
function assignedChange({ abilityIds, agent, before, confirmed }: AssignmentResult): Change | null {
  if (confirmed === 'no' || (before && hasSame(before, abilityIds))) return null;
  return { kind: 'assigned', agentId: agent.id, agentName: agent.name, before, after: abilityIds };
}

function deletedChange(results: readonly DeletionResult[]): Change | null {
  const items = results.flatMap(({ fate, id, name }) => (fate === 'deleted' ? [{ id, name: name ?? `ID ${id}` }] : []));
  return items.length > 0 ? { kind: 'deleted', items } : null;
}

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
