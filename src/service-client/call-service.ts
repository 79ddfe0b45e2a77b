import { type AnyServiceError, RateLimitedError, UnavailableError } from './errors/index.ts';
import { leavesOutcomeOpen } from './leaves-outcome-open.ts';
import { repeatCall } from './repeat-call.ts';
import { type Attempt, sendRequest } from './send-request.ts';
import type { ServiceConnection } from './service-connection.ts';
import type { ServiceRequest } from './service-request.ts';
import { timeLeft } from './time-budget.ts';

/**
 * Sends a request as often as it allows. Everything that may be sent more than once stays inside the read budget; a
 * request that may be sent once has its own timeout alone. All of it stays within the time of whoever waits for it.
 *
 * @throws UnavailableError `timeout` that has not arrived, when the time is over before it begins.
 */
export async function callService<T>(connection: ServiceConnection, request: ServiceRequest<T>): Promise<T> {
  const timeoutMs = request.timeoutMs ?? connection.timeoutMs;
  const { endpoint, maxAttempts } = request;
  // A change that is cut short leaves people in doubt, so that it is rather not begun.
  const leastMs = request.method === 'GET' ? 0 : timeoutMs / 2;
  const leftMs = timeLeft();
  if (leftMs <= leastMs) {
    const facts = { endpoint, status: null, detail: null };
    throw new UnavailableError({ ...facts, reason: 'timeout', mayHaveArrived: false });
  }
  const send = (attempt: Attempt) => {
    const sent = () => sendRequest(connection, request, attempt);
    // A transfer says little about the service, and must not keep others waiting while it tries whether that is back.
    return request.timeoutMs ? sent() : connection.circuit.run(endpoint, attempt.timeoutMs >= timeoutMs, sent);
  };
  if (maxAttempts === 1) return send({ number: 1, timeoutMs: Math.min(timeoutMs, leftMs) });
  // A change is not repeated on 429: the service asked to slow down, and the person can decide.
  const isWorthRepeating = (error: unknown) =>
    (error instanceof UnavailableError && !isCircuitOpen(error)) ||
    (error instanceof RateLimitedError && request.method === 'GET');
  const budgetMs = Math.min(request.budgetMs ?? connection.readBudgetMs, leftMs);
  const limits = { maxAttempts, budgetMs, isWorthRepeating, signal: request.signal };
  let lost: AnyServiceError | null = null;
  let cause: unknown = null;
  return repeatCall(limits, connection.clock, async (number, remainingMs) => {
    try {
      return await send({ number, timeoutMs: Math.min(timeoutMs, remainingMs) });
    } catch (error) {
      // Once it has failed by itself, that says more than that it is not asked any more.
      if (cause !== null && isCircuitOpen(error)) throw cause;
      cause = error;
      if (request.method === 'GET') throw error;
      // A change whose first answer was lost may have been made, whatever the second try is answered.
      if (leavesOutcomeOpen(error)) lost ??= error;
      throw lost ?? error;
    }
  });
}

const isCircuitOpen = (error: unknown) => error instanceof UnavailableError && error.reason === 'circuit-open';
