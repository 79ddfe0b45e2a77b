import type { Change } from '../store/undo-record.ts';
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
