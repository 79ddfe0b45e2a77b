import type { Change, UndoRecord } from '../../../store/undo-record.ts';
import { bold, day, namesLine } from '../text.ts';

const HOW = { new: 'uploaded', update: 'updated in place', replace: 'replaced' } as const;
/** Of several names, as many as fit into this. */
const MAX_NAMES = 160;

/** One change in a line: what, who, when; and who took it back. */
export function changeLine({ at, change, undoneBy, userId }: UndoRecord): string {
  const undone = undoneBy === null ? '' : ` · undone by <@${undoneBy}>`;
  return `${whatChanged(change)} by <@${userId}> · ${day(at)}${undone}`;
}

function whatChanged(change: Change): string {
  switch (change.kind) {
    case 'toggled':
      return `${names(change.items)} ${change.items[0]?.enabled ? 'enabled' : 'disabled'}`;
    case 'triggers':
      return `Trigger words of ${bold(change.name)} changed`;
    case 'assigned':
      return change.after.length === 0
        ? `All Abilities of ${bold(change.agentName)} unassigned`
        : `Abilities of ${bold(change.agentName)} saved`;
    case 'deleted':
      return `${names(change.items)} deleted`;
    case 'uploaded':
      return `${bold(change.name)} ${HOW[change.how]}`;
  }
}

const names = (items: readonly { name: string }[]) =>
  namesLine(
    items.map(({ name }) => name),
    MAX_NAMES,
  );
