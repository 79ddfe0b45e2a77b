import { zoneOf } from '../../base/calendar.ts';
import { withTimeBudget } from '../../base/request-context.ts';
import { isServiceError } from '../../service/errors.ts';
import type { AuditFilters, AuditRecord, AuditTarget } from '../../store/audit-record.ts';
import { isUndo, type UndoRecord, undoes } from '../../store/undo-record.ts';
import type { Requester } from '../access.ts';
import type { Command } from '../command.ts';
import { type Feature, type Run, SHOWS } from '../feature.ts';
import {
  formatHistoryQuery,
  type HistoryQuery,
  periodOf,
  readHistoryQuery,
  refuseHistoryQuery,
} from '../history-query.ts';
import { MAY_BE_CACHED, type OperationContext } from '../operation-context.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { readAskedUndos } from './approvals/ask-once.ts';
import { canOfferUndo } from './undo.ts';

export type HistoryCommand =
  | { verb: 'history'; query: HistoryQuery }
  /** Opens the filter form. */
  | { verb: 'history-filter'; query: HistoryQuery };

export type HistoryOutcome =
  | { kind: 'history'; query: HistoryQuery; entries: HistoryEntry[]; total: number; pages: number }
  | { kind: 'history-filter-form'; query: HistoryQuery };

/** An attempt, with names instead of IDs. */
export interface HistoryEntry {
  record: AuditRecord;
  /** ID of the change to undo; null if it can't be undone, or no longer. */
  undo: string | null;
  /** True if that change is an undo, so that undoing it is a redo. */
  isRedo: boolean;
  undoneBy: string | null;
}

export const historyFeature: Feature<HistoryCommand, HistoryOutcome> = {
  verbs: {
    history: {
      group: 'View',
      role: 'viewer',
      needsAccount: false,
      argument: '[name] [@person] [since:7d] [before:…] [on:…]',
      summary: 'Show who changed what, and undo recent changes.',
      examples: [
        'history',
        'history Weather since:7d',
        'history by:me outcome:failed',
        'history on:yesterday',
        'history with:details',
      ],
      homeLabel: 'Audit log',
      tryLine: 'history',
      read: readHistoryLine,
    },
  },
  commands: {
    history: {
      changes: false,
      ofAnyAccount: true,
      run: ({ query }, run) => readHistory(query, run),
    },
    'history-filter': {
      verb: 'history',
      changes: false,
      ofAnyAccount: true,
      form: 'at-once',
      run: ({ query }) => ({ kind: 'history-filter-form', query }),
    },
  },
  outcomes: {
    history: SHOWS,
    'history-filter-form': SHOWS,
  },
  records: {},
};

/** Precedes the current filter in the line of the button that opens the form. */
const ASKS_FOR_FILTER = /^filter:(?:\s+|$)/i;

function readHistoryLine(argument: string): Command | Refusal {
  const read = readHistoryQuery(argument.replace(ASKS_FOR_FILTER, ''));
  if (!read.ok) return refuseHistoryQuery('history', 'history', read);
  const { query } = read;
  return ASKS_FOR_FILTER.test(argument) ? { verb: 'history-filter', query } : { verb: 'history', query };
}

/** The command line that opens the filter form, preset with this filter. */
export function filterLine({ from: _from, with: _with, ...query }: HistoryQuery): string {
  return formatHistoryQuery({ ...query, page: 1 }).replace(/^history/, 'history filter:');
}

/**
 * Adds current names to records that have only IDs, because a refused click carries an ID and nothing is looked up for
 * a person without access. Deleted things have no name anymore; if the service is slow or down, nothing gets one.
 */
export async function nameTargets(
  records: readonly AuditRecord[],
  { connection, deadlines, service }: Pick<OperationContext, 'connection' | 'deadlines' | 'service'>,
): Promise<AuditRecord[]> {
  const kinds = new Set(records.flatMap(namelessKinds));
  if (kinds.size === 0) return [...records];
  const names = new Map<string, string>();
  const read = async (kind: Kind, list: () => Promise<readonly { id: number; name: string }[]>) => {
    if (kinds.has(kind)) for (const { id, name } of await list()) names.set(`${kind} ${id}`, name);
  };
  let isComplete = connection.kind === 'fixed' || connection.state === 'connected';
  try {
    if (isComplete) {
      await withTimeBudget(deadlines.names, () =>
        Promise.all([
          read('ability', () => service.listAbilities(MAY_BE_CACHED)),
          read('installed', () => service.listInstalledAbilities(MAY_BE_CACHED)),
          read('agent', () => service.listAgents(MAY_BE_CACHED)),
        ]),
      );
    }
  } catch (error) {
    if (!isServiceError(error)) throw error;
    isComplete = false;
  }
  const nameOf = (kind: Kind, id: string) =>
    names.get(`${kind} ${id}`) ?? NAMELESS[kind][isComplete ? 'gone' : 'unknown'];
  return records.map((record) => withNames(record, nameOf));
}

type Kind = AuditTarget['kind'];

const ONE = (gone: string, unknown: string) => ({ gone, unknown });
const NAMELESS: Record<Kind, { gone: string; unknown: string }> = {
  ability: ONE('a deleted Ability', 'an Ability'),
  installed: ONE('a deleted Ability', 'an Ability'),
  agent: ONE('a deleted Agent', 'an Agent'),
  upload: ONE('an upload', 'an upload'),
  approval: ONE('a request', 'a request'),
  setting: ONE('settings', 'settings'),
  account: ONE('the account', 'the account'),
};

const isNameless = ({ id, name }: AuditTarget) => id !== null && name === null;

/** The format in which earlier versions wrote an Agent's list. */
const LISTED_ID = /\bid:(\d+)/g;

const listsIds = ({ ended }: AuditRecord): boolean =>
  (ended?.targets ?? []).some(({ kind }) => kind === 'agent') &&
  [ended?.before, ended?.after].some((list) => (list ?? '').search(LISTED_ID) >= 0);

const namelessKinds = (record: AuditRecord): Kind[] => [
  ...[...record.targets, ...(record.ended?.targets ?? [])].filter(isNameless).map(({ kind }) => kind),
  ...(listsIds(record) ? (['ability'] as const) : []),
];

function withNames(record: AuditRecord, nameOf: (kind: Kind, id: string) => string): AuditRecord {
  const named = (target: AuditTarget): AuditTarget =>
    target.name === null && target.id !== null ? { ...target, name: nameOf(target.kind, target.id) } : target;
  const inList = (list: string | null) => list?.replace(LISTED_ID, (_id, id: string) => nameOf('ability', id)) ?? null;
  const { ended } = record;
  return {
    ...record,
    targets: record.targets.map(named),
    ended: ended && {
      ...ended,
      targets: ended.targets.map(named),
      ...(listsIds(record) ? { before: inList(ended.before), after: inList(ended.after) } : {}),
    },
  };
}

const HISTORY_PAGE = 10;

/** More changes than are made in the ten minutes in which a change can be undone. */
const MAX_LATEST = 200;

/** Converts a query, without its page, to filters of the audit log. */
export function auditFilters(query: HistoryQuery, requester: Requester, now: Date): AuditFilters {
  const { name, outcome, ref, userId } = query;
  return {
    name: name === '' ? undefined : name,
    userId: userId === null ? undefined : userId === 'me' ? requester.userId : userId,
    ...periodOf(query, now, zoneOf(requester.access.known ? requester.access : {})),
    outcomes: outcome === null ? undefined : [outcome],
    ref: ref ?? undefined,
  };
}

/** One page of the audit log, newest first, with the changes that can still be undone. */
async function readHistory(
  query: HistoryQuery,
  { changes, context, requester }: Pick<Run, 'changes' | 'context' | 'requester'>,
): Promise<Outcome> {
  const { auditLog, undoLog, now } = context;
  const { from: first, page } = query;
  const filters = auditFilters(query, requester, now());
  const selected = await auditLog.list({ ...filters, page, perPage: HISTORY_PAGE });
  // The page keeps its rows; only the total is current.
  const pinned =
    first === undefined ? null : await auditLog.list({ ...filters, from: first, page: 1, perPage: HISTORY_PAGE });
  const found = pinned && pinned.records.length > 0 ? { ...selected, records: pinned.records } : selected;
  const [recent, waiting] = await Promise.all([undoLog.recent(MAX_LATEST), readAskedUndos(context)]);
  const isOpen = (change: UndoRecord) => canOfferUndo(change, { recent, waiting }, { changes, context });
  const onPage = new Set(found.records.map(({ ended }) => ended?.changeId));
  // If a row's change was undone, the row offers the redo, unless the undo has its own row.
  const redoOf = ({ id }: UndoRecord) =>
    recent.find((other) => undoes(other.change, id) && !onPage.has(other.id) && isOpen(other)) ?? null;
  const entries = await Promise.all(
    (await nameTargets(found.records, context)).map(async (record): Promise<HistoryEntry> => {
      const changeId = record.ended?.changeId ?? null;
      const change = changeId === null ? null : await undoLog.find(changeId);
      const open = change && (isOpen(change) ? change : redoOf(change));
      return {
        record,
        undo: open?.id ?? null,
        isRedo: open !== null && isUndo(open.change),
        undoneBy: change?.undoneBy ?? null,
      };
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
