import type { Actor } from '../actor.ts';
import { type HistoryQuery, sinceDate } from '../history-query.ts';
import type { HistoryEntry, Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';
import { canUndoNow } from './undo-change.ts';

export const HISTORY_PAGE = 10;

/** One page of who did what, newest first, with what can still be taken back. */
export async function readHistory(query: HistoryQuery, actor: Actor, context: OperationContext): Promise<Outcome> {
  const { attempts, history, now } = context;
  const { name, outcome, page, ref, since, userId } = query;
  const from = since === null ? null : sinceDate(since, now());
  const found = await attempts.list({
    ...(name === '' ? {} : { name }),
    ...(userId === null ? {} : { userId: userId === 'me' ? actor.userId : userId }),
    ...(from ? { since: from } : {}),
    ...(outcome === null ? {} : { outcomes: [outcome] }),
    ...(ref === null ? {} : { ref }),
    page,
    perPage: HISTORY_PAGE,
  });
  const entries = await Promise.all(
    found.attempts.map(async (attempt): Promise<HistoryEntry> => {
      const changeId = attempt.ended?.changeId ?? null;
      const change = changeId === null ? null : await history.find(changeId);
      const undo = change && canUndoNow(change, context) ? change.id : null;
      return { attempt, undo, undoneBy: change?.undoneBy ?? null };
    }),
  );
  return {
    kind: 'history',
    query,
    entries,
    total: found.total,
    pages: Math.max(1, Math.ceil(found.total / HISTORY_PAGE)),
  };
}
