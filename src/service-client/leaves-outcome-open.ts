import { type AnyServiceError, isServiceError } from './errors/index.ts';

/**
 * Whether a change that failed this way may have been carried out all the same: the answer got lost, came as a 5xx, or
 * cannot be read. A request that never reached the service, was redirected or was refused has changed nothing.
 */
export function leavesOutcomeOpen(error: unknown): error is AnyServiceError {
  if (!isServiceError(error)) return false;
  if (error.kind === 'unavailable') return error.mayHaveArrived;
  if (error.kind === 'misconfigured-base-url') return error.reason === 'html';
  return error.kind === 'unreadable-answer';
}
