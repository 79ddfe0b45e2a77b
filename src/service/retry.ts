import { ExponentialBackoff } from 'cockatiel';
import { timeLeft } from '../base/request-context.ts';
import type { Clock, ServiceConnection } from './connection.ts';
import { type AnyServiceError, leavesOutcomeOpen, RateLimitedError, UnavailableError } from './errors.ts';
import { type Attempt, type ServiceRequest, sendRequest } from './http.ts';

/** How far repeating may go. */
export interface RepeatLimits {
  maxAttempts: number;
  /** For all attempts and the waits between them. */
  budgetMs: number;
  isWorthRepeating: (error: unknown) => boolean;
  /** Once it fires, nothing is begun again. */
  signal?: AbortSignal;
}

/**
 * Runs `call` until it succeeds, telling it the milliseconds that are left, with growing, scattered waits in between
 * (cockatiel's decorrelated jitter), never shorter than the service asks for with Retry-After. A wait that would use up the budget is not begun: the last error is thrown.
 * The loop is our own because cockatiel's can neither stop for a budget nor take a clock.
 */
export async function repeatCall<T>(
  limits: RepeatLimits,
  clock: Clock,
  call: (attempt: number, remainingMs: number) => Promise<T>,
): Promise<T> {
  const endAt = clock.now() + limits.budgetMs;
  let backoff = new ExponentialBackoff({ initialDelay: 250, maxDelay: 3_000 }).next();
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(attempt, Math.max(1, Math.ceil(endAt - clock.now())));
    } catch (error) {
      if (attempt >= limits.maxAttempts || limits.signal?.aborted || !limits.isWorthRepeating(error)) throw error;
      const waitMs = Math.max(Math.ceil(backoff.duration), readRetryAfterMs(error));
      if (clock.now() + waitMs >= endAt) throw error;
      await clock.sleep(waitMs, limits.signal);
      if (limits.signal?.aborted) throw error;
      backoff = backoff.next(undefined);
    }
  }
}

function readRetryAfterMs(error: unknown): number {
  return error instanceof RateLimitedError || error instanceof UnavailableError ? (error.retryAfterMs ?? 0) : 0;
}

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
