import { isServiceError, UnavailableError } from './errors/index.ts';
import { exchange } from './exchange.ts';
import { noteFailedTry } from './failed-tries.ts';
import type { ServiceCall } from './service-call.ts';
import type { ServiceConnection } from './service-connection.ts';
import type { ServiceRequest } from './service-request.ts';

/** One attempt of a request. */
export interface Attempt {
  number: number;
  /** From sending to the last byte of the answer. */
  timeoutMs: number;
}

/**
 * Sends a request once, reports the attempt, and returns what the answer carries. Throws only typed errors, and what the
 * request's own `AnswerReader` throws. A request that was aborted beforehand is neither sent nor reported.
 */
export async function sendRequest<T>(
  connection: ServiceConnection,
  request: ServiceRequest<T>,
  attempt: Attempt,
): Promise<T> {
  const { clock } = connection;
  const { endpoint, method, path } = request;
  if (request.signal?.aborted) {
    const facts = { endpoint, status: null, detail: null };
    throw new UnavailableError({ ...facts, reason: 'network', code: 'ABORTED', mayHaveArrived: false });
  }
  const startedAt = clock.now();
  const report = (status: number | null, outcome: ServiceCall['outcome']) =>
    connection.onCall({
      endpoint,
      method,
      path,
      status,
      durationMs: clock.now() - startedAt,
      attempt: attempt.number,
      outcome,
    });
  try {
    const { status, result } = await exchange(connection, request, attempt.timeoutMs);
    report(status, 'ok');
    return result;
  } catch (error) {
    if (isServiceError(error)) {
      report(error.status, error.kind);
      noteFailedTry(error);
    }
    throw error;
  }
}
