import { changeOf } from '../../core/change-of.ts';
import type { Outcome } from '../../core/outcome.ts';
import { type Change, canBeTakenBack } from '../../store/undo-record.ts';
import type { Workspace } from '../workspace.ts';
import type { SlackRequest } from './request.ts';

/** What a request has changed on the account. */
export interface Recorded {
  change: Change;
  /** The change to take back; null when it cannot be taken back. */
  undo: string | null;
}

/** Writes down what came of a request; null when it changed nothing. Never throws: the change is made either way. */
export async function recordChange(
  outcome: Outcome,
  { requester }: Pick<SlackRequest, 'requester' | 'requester'>,
  { context, log }: Workspace,
): Promise<Recorded | null> {
  const change = changeOf(outcome);
  if (!change) return null;
  try {
    const { id } = await context.undoLog.record(requester.userId, change);
    return { change, undo: canBeTakenBack(change) ? id : null };
  } catch (error) {
    log.error({ err: error, ref: requester.ref }, 'a change could not be written to the history');
    return { change, undo: null };
  }
}
