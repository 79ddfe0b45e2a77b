import type { ServiceClient } from '../../service-client/service-client.ts';
import type { ChangeHistory } from '../../store/change-record.ts';
import type { KnownAssignments } from '../known-assignments.ts';
import type { SerialQueue } from '../serial-queue.ts';

/** What every operation works with. Time comes in here, so that tests can hand in plain values. */
export interface OperationContext {
  service: ServiceClient;
  assignments: KnownAssignments;
  /** One change of the same thing at a time. */
  changes: SerialQueue;
  /** Who changed what, for taking it back. */
  history: ChangeHistory;
  now: () => Date;
}
