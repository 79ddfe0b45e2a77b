import type { ChangeHistory, RecordedChange } from '../store/change-record.ts';

const MAX_FIRST = 100;

/** The bot's own changes that were recorded at `since` or later, oldest first. */
export async function readOwnChanges(history: Pick<ChangeHistory, 'recent'>, since: Date): Promise<RecordedChange[]> {
  for (let most = MAX_FIRST; ; most *= 2) {
    const recent = await history.recent(most);
    const wanted = recent.filter(({ at }) => at >= since);
    // Newest first: an older one among them, or fewer than asked for, says that there are no more.
    if (wanted.length < recent.length || recent.length < most) return wanted.reverse();
  }
}
