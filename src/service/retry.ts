import { ExponentialBackoff } from 'cockatiel';
import { type Clock, sleep } from '../base/clock.ts';
import { checkGuards, timeLeft } from '../base/request-context.ts';
import type { ServiceConnection } from './connection.ts';
import { type AnyServiceError, leavesOutcomeOpen, RateLimitedError, UnavailableError } from './errors.ts';
import { type Attempt, type ServiceRequest, sendRequest } from './http.ts';

interface RepeatLimits {
  maxAttempts: number;
  /** For all attempts and the waits between them, in milliseconds. */
  budgetMs: number;
  isWorthRepeating: (error: unknown) => boolean;
  /** Once it aborts, no further attempt starts. */
  signal?: AbortSignal;
}

/**
 * Runs `call` until it succeeds, with the remaining milliseconds as an argument. Waits between attempts grow
 * exponentially with jitter (cockatiel's decorrelated jitter), and last at least as long as Retry-After. If a wait
 * would exceed the budget, the last error is thrown instead. cockatiel's own loop has neither a budget nor a clock.
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
 * Sends a request, with retries if it allows them. Requests that can be retried share the read budget; others only have
 * their own timeout. Neither exceeds the caller's time budget.
 *
 * @throws UnavailableError `timeout` with `mayHaveArrived` false if the budget is used up before the request is sent;
 * before a change, the errors of the request's guards.
 */
export async function callService<T>(connection: ServiceConnection, request: ServiceRequest<T>): Promise<T> {
  const timeoutMs = request.timeoutMs ?? connection.timeoutMs;
  const { endpoint, maxAttempts } = request;
  // Interrupting a change would leave its outcome unclear, so it isn't sent if too little time is left.
  const leastMs = request.method === 'GET' ? 0 : timeoutMs / 2;
  const leftMs = timeLeft();
  if (leftMs <= leastMs) {
    const facts = { endpoint, status: null, detail: null };
    throw new UnavailableError({ ...facts, reason: 'timeout', mayHaveArrived: false });
  }
  const send = (attempt: Attempt) => {
    if (request.method !== 'GET') checkGuards();
    const sent = () => sendRequest(connection, request, attempt);
    // A file transfer says little about the service's health, and other calls must not wait for it as their probe.
    return request.timeoutMs ? sent() : connection.circuit.run(endpoint, attempt.timeoutMs >= timeoutMs, sent);
  };
  if (maxAttempts === 1) return send({ number: 1, timeoutMs: Math.min(timeoutMs, leftMs) });
  // A change isn't retried after a 429. The service is rate limiting, so the person decides.
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
      // The earlier error says more than the open circuit.
      if (cause !== null && isCircuitOpen(error)) throw cause;
      cause = error;
      if (request.method === 'GET') throw error;
      // If the first answer was lost, the change may have been made, regardless of the second attempt's result.
      if (leavesOutcomeOpen(error)) lost ??= error;
      throw lost ?? error;
    }
  });
}

const isCircuitOpen = (error: unknown) => error instanceof UnavailableError && error.reason === 'circuit-open';
