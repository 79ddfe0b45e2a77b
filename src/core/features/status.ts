import { type AnyServiceError, isServiceError } from '../../service/errors.ts';
import type { UndoRecord } from '../../store/undo-record.ts';
import { type CatalogCounts, countCatalog } from '../catalog.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { readCatalog } from '../lookup.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../operation-context.ts';
import { withoutArgument } from '../verb.ts';

/** Shows the state of the account and the bot. */
export type StatusCommand = { verb: 'status' };

export type ServiceState =
  /** `ms`: how long reading all lists took, in milliseconds. */
  { answers: true; ms: number; agents: number; abilities: CatalogCounts } | { answers: false; error: AnyServiceError };

export interface Status {
  service: ServiceState;
  /** Null if nothing was changed from Slack. */
  latest: UndoRecord | null | 'unreadable';
  /** Requests pending a second admin; null if the store doesn't answer. */
  approvals: number | null;
  /** Unfinished uploads; null if the store doesn't answer. The Slack side sets it. */
  uploads: { waiting: number; running: number } | null;
}

export type StatusOutcome = { kind: 'status'; status: Status };

export const statusFeature: Feature<StatusCommand, StatusOutcome> = {
  verbs: {
    status: {
      group: 'View',
      role: 'viewer',
      argument: '',
      summary: 'Show counts, service status, the latest change and work in progress.',
      examples: ['status'],
      homeLabel: 'Status',
      tryLine: 'status',
      read: withoutArgument({ verb: 'status' }),
    },
  },
  commands: {
    status: {
      changes: false,
      ofAnyAccount: true,
      run: (_, { context }) => readStatus(context),
    },
  },
  outcomes: { status: SHOWS },
  records: {},
};

/** More pending requests than this are not counted. */
export const MAX_COUNTED = 100;

async function readStatus(context: OperationContext): Promise<StatusOutcome> {
  const { approvals, undoLog } = context;
  const [service, [latest = null], waiting] = await Promise.all([
    askService(context),
    undoLog.recent(1).catch(() => ['unreadable'] as const),
    approvals.store.waiting(MAX_COUNTED).catch(() => null),
  ]);
  return { kind: 'status', status: { service, latest, approvals: waiting?.length ?? null, uploads: null } };
}

/** Reads uncached lists, because cached ones wouldn't show whether the service is up. */
async function askService(context: OperationContext): Promise<ServiceState> {
  const startedAt = context.now().getTime();
  try {
    const [catalog, agents] = await Promise.all([
      readCatalog(context, MAY_BE_PARTIAL),
      context.service.listAgents(MAY_BE_PARTIAL),
    ]);
    // The system clock may be corrected while reading.
    const ms = Math.max(0, context.now().getTime() - startedAt);
    return { answers: true, ms, agents: agents.length, abilities: countCatalog(catalog) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { answers: false, error };
  }
}
