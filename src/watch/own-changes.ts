import type { UndoLog, UndoRecord } from '../store/undo-record.ts';

const MAX_FIRST = 100;

/** The bot's own changes that were recorded at `since` or later, oldest first. */
export async function readOwnChanges(undoLog: Pick<UndoLog, 'recent'>, since: Date): Promise<UndoRecord[]> {
  for (let most = MAX_FIRST; ; most *= 2) {
    const recent = await undoLog.recent(most);
    const wanted = recent.filter(({ at }) => at >= since);
    // Newest first: an older one among them, or fewer than asked for, says that there are no more.
    if (wanted.length < recent.length || recent.length < most) return wanted.reverse();
  }
}
