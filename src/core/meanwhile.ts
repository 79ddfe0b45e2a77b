import type { Change } from '../store/undo-record.ts';
import type { OperationContext } from './operation-context.ts';

/** How many recent changes are searched. */
const MAX_RECENT = 100;

/**
 * Finds who changed a thing while a form was open. Null if that happened outside Slack.
 * @param leftAsFound true if a change left the thing in the state that was found on submission; null for changes of
 * other things.
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
