import { ExponentialBackoff } from 'cockatiel';
import { type Clock, sleep } from '../base/clock.ts';
import { checkGuards, timeLeft } from '../base/request-context.ts';
import type { ServiceConnection } from './connection.ts';
import { type AnyServiceError, leavesOutcomeOpen, RateLimitedError, UnavailableError } from './errors.ts';
import { type Attempt, type ServiceRequest, sendRequest } from './http.ts';

interface RepeatLimits {
  maxAttempts: number;
  /** For all attempts and the waits between them. */
  budgetMs: number;
  isWorthRepeating: (error: unknown) => boolean;
  /** Once it aborts, no further attempt starts. */
  signal?: AbortSignal;
}

/**
 * Runs `call` until it succeeds, passing the remaining milliseconds. Waits between attempts use exponential backoff
 * with jitter (cockatiel's decorrelated jitter), and are never shorter than Retry-After. If a wait would exceed the
 * budget, the last error is thrown instead. The loop is our own because cockatiel's has neither a budget nor a clock.
 */
export async function repeatCall<T>(
  limits: RepeatLimits,
  clock: Clock,
  call: (attempt: number, remainingMs: number) => Promise<T>,
): Promise<T> {
  const endAt = clock.monotonic() + limits.budgetMs;
  let backoff = new ExponentialBackoff({ initialDelay: 250, maxDelay: 3_000 }).next();
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(attempt, Math.max(1, Math.ceil(endAt - clock.monotonic())));
    } catch (error) {
      if (attempt >= limits.maxAttempts || limits.signal?.aborted || !limits.isWorthRepeating(error)) throw error;
      const waitMs = Math.max(Math.ceil(backoff.duration), readRetryAfterMs(error));
      if (clock.monotonic() + waitMs >= endAt) throw error;
      await sleep(clock, waitMs, limits.signal);
      if (limits.signal?.aborted) throw error;
      backoff = backoff.next(undefined);
    }
  }
}

function readRetryAfterMs(error: unknown): number {
  return error instanceof RateLimitedError || error instanceof UnavailableError ? (error.retryAfterMs ?? 0) : 0;
}

/**
 * Sends a request, with retries if allowed. Repeatable requests share the read budget; others have only their own
 * timeout. Everything stays within the caller's time budget.
 *
 * @throws UnavailableError `timeout` with `mayHaveArrived` false if the budget is used up beforehand; before a change,
 * what a guard of the request throws.
 */
export async function callService<T>(connection: ServiceConnection, request: ServiceRequest<T>): Promise<T> {
  const timeoutMs = request.timeoutMs ?? connection.timeoutMs;
  const { endpoint, maxAttempts } = request;
  // Interrupting a change leaves its outcome unclear, so it is not sent if time is short.
  const leastMs = request.method === 'GET' ? 0 : timeoutMs / 2;
  const leftMs = timeLeft();
  if (leftMs <= leastMs) {
    const facts = { endpoint, status: null, detail: null };
    throw new UnavailableError({ ...facts, reason: 'timeout', mayHaveArrived: false });
  }
  const send = (attempt: Attempt) => {
    if (request.method !== 'GET') checkGuards();
    const sent = () => sendRequest(connection, request, attempt);
    // A file transfer says little about the service's health, and must not block other calls as their probe.
    return request.timeoutMs ? sent() : connection.circuit.run(endpoint, attempt.timeoutMs >= timeoutMs, sent);
  };
  if (maxAttempts === 1) return send({ number: 1, timeoutMs: Math.min(timeoutMs, leftMs) });
  // A change is not retried on 429: the service is rate limiting, and the user can decide.
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
      // The earlier error is more informative than an open circuit.
      if (cause !== null && isCircuitOpen(error)) throw cause;
      cause = error;
      if (request.method === 'GET') throw error;
      // If the first answer was lost, the change may have been made, regardless of the result of the second attempt.
      if (leavesOutcomeOpen(error)) lost ??= error;
      throw lost ?? error;
    }
  });
}

const isCircuitOpen = (error: unknown) => error instanceof UnavailableError && error.reason === 'circuit-open';
