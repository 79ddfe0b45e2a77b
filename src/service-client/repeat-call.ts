import { ExponentialBackoff } from 'cockatiel';
import type { Clock } from './clock.ts';
import { RateLimitedError, UnavailableError } from './errors/index.ts';

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
