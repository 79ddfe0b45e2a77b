import type { Change, UndoRecord } from '../store/undo-record.ts';

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
