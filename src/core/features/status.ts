import { type AnyServiceError, isServiceError } from '../../service/errors.ts';
import type { UndoRecord } from '../../store/undo-record.ts';
import { type CatalogCounts, countCatalog } from '../catalog.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { readCatalog } from '../lookup.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../operation-context.ts';
import { withoutArgument } from '../verb.ts';

/** How the account and the bot are doing. */
export type StatusCommand = { verb: 'status' };

export type ServiceState =
  /** How long reading all lists took, in milliseconds, and what they hold. */
  { answers: true; ms: number; agents: number; abilities: CatalogCounts } | { answers: false; error: AnyServiceError };

export interface Status {
  service: ServiceState;
  /** Null if nothing changed from here. */
  latest: UndoRecord | null | 'unreadable';
  /** Requests that wait for a second admin; null if the store does not answer. */
  approvals: number | null;
  /** Uploads that have not ended; null if the store does not answer. The Slack side fills it in. */
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

/** Requests beyond that are not counted. */
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

/** Reads uncached lists: cached ones would not show whether the service is up. */
async function askService(context: OperationContext): Promise<ServiceState> {
  const startedAt = context.now().getTime();
  try {
    const [catalog, agents] = await Promise.all([
      readCatalog(context, MAY_BE_PARTIAL),
      context.service.listAgents(MAY_BE_PARTIAL),
    ]);
    // The clock may be corrected meanwhile.
    const ms = Math.max(0, context.now().getTime() - startedAt);
    return { answers: true, ms, agents: agents.length, abilities: countCatalog(catalog) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { answers: false, error };
  }
}
