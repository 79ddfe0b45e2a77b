import type { Outcome } from '../../core/outcome.ts';
import type { Requester } from '../../core/requester.ts';
import type { OperationOutcome } from '../../metrics/metrics.ts';
import { currentTrace } from '../../trace.ts';
import type { Origin } from '../modal-metadata.ts';
import type { Workspace } from '../workspace.ts';

/** Who asked for what, and where. */
interface Operation {
  requester: Requester;
  origin: Pick<Origin, 'channelId'>;
  /** Null for what could not be read. */
  verb: string | null;
}

interface Result {
  outcome: OperationOutcome;
  /** What is drawn for it; null where that is told elsewhere. */
  answer: Outcome['kind'] | null;
  ms: number;
}

/** The one line of each thing that somebody asked for. `status` is that of the service's latest answer. */
export function logOperation(
  { requester, origin, verb }: Operation,
  { answer, ms, outcome }: Result,
  { log, tenantId }: Pick<Workspace, 'log' | 'tenantId'>,
): void {
  const who = { ref: requester.ref, team: tenantId, user: requester.userId, channel: origin.channelId };
  const status = currentTrace()?.status ?? null;
  log.info({ ...who, verb, outcome, answer, status, ms }, 'operation');
}
