import { withTimeBudget } from '../../base/request-context.ts';
import { isServiceError } from '../../service/errors.ts';
import type { AuditRecord, AuditTarget } from '../../store/audit-record.ts';
import type { Requester } from '../access.ts';
import type { Command } from '../command.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { type HistoryQuery, readHistoryQuery, sinceDate } from '../history-query.ts';
import { LOOKING, type OperationContext } from '../operation-context.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { EVERYWHERE } from '../verb.ts';
import { canUndoNow, isOvertaken } from './undo.ts';

export type HistoryCommand = { verb: 'history'; query: HistoryQuery };

export type HistoryOutcome = {
  kind: 'history';
  query: HistoryQuery;
  entries: HistoryEntry[];
  total: number;
  pages: number;
};

/** An attempt, and whether it can still be undone. */
export interface HistoryEntry {
  record: AuditRecord;
  /** The change to undo; null if it cannot be undone, or no longer. */
  undo: string | null;
  undoneBy: string | null;
}

export const historyFeature = {
  verbs: {
    history: {
      name: 'history',
      group: 'Team',
      role: 'viewer',
      needsAccount: false,
      argument: '[name] [@person] [since:7d]',
      summary: 'Who did what, what came of it, and a way back where there is one.',
      examples: ['history', 'history Weather since:7d', 'history by:me outcome:failed', 'history page:2'],
      tryLine: 'history',
      places: EVERYWHERE,
      read: readHistoryLine,
    },
  },
  commands: {
    history: {
      verb: 'history',
      changes: false,
      targets: () => [],
      run: ({ query }, { context, requester }) => readHistory(query, requester, context),
    },
  },
  outcomes: {
    history: SHOWS,
  },
} satisfies Feature<HistoryCommand, HistoryOutcome>;

function readHistoryLine(argument: string): Command | Refusal {
  const read = readHistoryQuery(argument);
  if (read.ok) return { verb: 'history', query: read.query };
  return { why: 'bad-argument', verb: 'history', usage: `history ${read.usage}`, given: read.given };
}

/**
 * Adds current names to records that have only IDs: a refused click carries an ID, and nothing is looked up for a
 * person without access. Records of deleted Abilities keep the ID, as do all records if the service is slow or down.
 */
async function nameTargets(
  records: readonly AuditRecord[],
  { connection, service }: Pick<OperationContext, 'connection' | 'service'>,
): Promise<AuditRecord[]> {
  const isNameless = ({ id, name }: AuditTarget) => id !== null && name === null;
  const kinds = new Set(records.flatMap(({ targets }) => targets.filter(isNameless).map(({ kind }) => kind)));
  if (kinds.size === 0 || (connection.kind === 'own' && connection.state !== 'connected')) return [...records];
  const names = new Map<string, string>();
  const read = async (kind: Kind, list: () => Promise<readonly { id: number; name: string }[]>) => {
    if (kinds.has(kind)) for (const { id, name } of await list()) names.set(`${kind} ${id}`, name);
  };
  try {
    await withTimeBudget(NAMES_MS, () =>
      Promise.all([
        read('ability', () => service.listAbilities(LOOKING)),
        read('installed', () => service.listInstalledAbilities(LOOKING)),
        read('agent', () => service.listAgents(LOOKING)),
      ]),
    );
  } catch (error) {
    if (!isServiceError(error)) throw error;
  }
  const named = (target: AuditTarget): AuditTarget =>
    isNameless(target) ? { ...target, name: names.get(`${target.kind} ${target.id}`) ?? null } : target;
  return records.map((record) => ({ ...record, targets: record.targets.map(named) }));
}

type Kind = AuditTarget['kind'];

/** The audit log is in the store, so a slow service must not delay it. */
const NAMES_MS = 1500;

const HISTORY_PAGE = 10;

/** More than are made in the ten minutes in which a change can be undone. */
const MAX_LATEST = 200;

/** One page of the audit log, newest first, with the changes that can still be undone. */
async function readHistory(query: HistoryQuery, requester: Requester, context: OperationContext): Promise<Outcome> {
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
  // The rows of the page stay the same; the total is current.
  const pinned =
    first === undefined ? null : await auditLog.list({ ...filters, from: first, page: 1, perPage: HISTORY_PAGE });
  const found = pinned && pinned.records.length > 0 ? { ...selected, records: pinned.records } : selected;
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
