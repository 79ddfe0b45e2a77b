import { type HistoryQuery, sinceDate } from '../history-query.ts';
import { isOvertaken } from '../is-overtaken.ts';
import type { HistoryEntry, Outcome } from '../outcome.ts';
import type { Requester } from '../requester.ts';
import type { OperationContext } from './context.ts';
import { nameTargets } from './name-targets.ts';
import { canUndoNow } from './undo-change.ts';

export const HISTORY_PAGE = 10;
/** More than are made in the ten minutes in which a change can be taken back. */
const MAX_LATEST = 200;

/** One page of who did what, newest first, with what can still be taken back. */
export async function readHistory(
  query: HistoryQuery,
  requester: Requester,
  context: OperationContext,
): Promise<Outcome> {
  const { auditLog, undoLog, now } = context;
  const { from: first, name, outcome, page, ref, since, userId } = query;
  const from = since === null ? null : sinceDate(since, now());
  const filters = {
    ...(name === '' ? {} : { name }),
    ...(userId === null ? {} : { userId: userId === 'me' ? requester.userId : userId }),
    ...(from ? { since: from } : {}),
    ...(outcome === null ? {} : { outcomes: [outcome] }),
    ...(ref === null ? {} : { ref }),
  };
  const selected = await auditLog.list({ ...filters, page, perPage: HISTORY_PAGE });
  // The page stays what it was; how many there are is said as it is now.
  const pinned =
    first === undefined ? null : await auditLog.list({ ...filters, from: first, page: 1, perPage: HISTORY_PAGE });
  const found = pinned && pinned.records.length > 0 ? { ...selected, auditLog: pinned.records } : selected;
  const latest = await undoLog.recent(MAX_LATEST);
  const entries = await Promise.all(
    (await nameTargets(found.records, context)).map(async (record): Promise<HistoryEntry> => {
      const changeId = record.ended?.changeId ?? null;
      const change = changeId === null ? null : await undoLog.find(changeId);
      const undo = change && canUndoNow(change, context) && !isOvertaken(change, latest) ? change.id : null;
      return { record, undo, undoneBy: change?.undoneBy ?? null };
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
