import type { Change } from '../store/undo-record.ts';

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
