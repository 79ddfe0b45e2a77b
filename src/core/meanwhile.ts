import type { Change } from '../store/undo-record.ts';
import type { OperationContext } from './operation-context.ts';

/** How many recent changes are searched. */
const MAX_RECENT = 100;

/**
 * The person who made the state that a change found instead of the one that its form had shown. Null if it was made
 * outside Slack.
 * @param leftAsFound whether a change left the thing as it was found; null for changes of other things.
 */
export async function findAuthor(
  leftAsFound: (change: Change) => boolean | null,
  { undoLog }: Pick<OperationContext, 'undoLog'>,
): Promise<string | null> {
  for (const { change, userId } of await undoLog.recent(MAX_RECENT)) {
    const isFound = leftAsFound(change);
    if (isFound !== null) return isFound ? userId : null;
  }
  return null;
}
