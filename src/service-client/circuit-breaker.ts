import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import type { EndpointName } from './endpoints.ts';
import { isServiceError, UnavailableError } from './errors/index.ts';

/** So many attempts in a row have to fail. */
const MAX_FAILURES = 10;

/** Whether calls go through, or are refused on this side. */
export const CIRCUIT_CHANGES = ['opened', 'closed'] as const;
export type CircuitChange = (typeof CIRCUIT_CHANGES)[number];

/** What came of an attempt that the service answered, if only to refuse it. */
type Answered<T> = { ok: true; result: T } | { ok: false; error: unknown };

/**
 * Stops asking a service that has not answered for a while, so that people are told at once; after a pause one call tries
 * whether it is back, and the others wait for what comes of it.
 */
export class CircuitBreaker {
  readonly #policy;
  readonly #pauseMs: number;

  constructor(pauseMs: number, onChange: (change: CircuitChange) => void) {
    this.#pauseMs = pauseMs;
    this.#policy = circuitBreaker(handleAll, {
      halfOpenAfter: pauseMs,
      breaker: new ConsecutiveBreaker(MAX_FAILURES),
    });
    this.#policy.onBreak(() => onChange('opened'));
    this.#policy.onReset(() => onChange('closed'));
  }

  get isOpen(): boolean {
    return this.#policy.state !== CircuitState.Closed;
  }

  /**
   * Runs one attempt.
   * @param wholeTime whether it has the usual time: one that was cut short says nothing of the service.
   * @throws what the attempt throws; UnavailableError `circuit-open` when it was not made.
   */
  async run<T>(endpoint: EndpointName, wholeTime: boolean, attempt: () => Promise<T>): Promise<T> {
    const answered = await this.#policy
      .execute(() => telling(wholeTime, attempt))
      .catch((error: unknown) => {
        if (!(error instanceof BrokenCircuitError)) throw error;
        const facts = { endpoint, status: null, detail: null };
        const retryAfterMs = this.#pauseMs;
        throw new UnavailableError({ ...facts, reason: 'circuit-open', mayHaveArrived: false, retryAfterMs });
      });
    if (!answered.ok) throw answered.error;
    return answered.result;
  }
}

/** A refusal is an answer: the service is there. */
async function telling<T>(wholeTime: boolean, attempt: () => Promise<T>): Promise<Answered<T>> {
  try {
    return { ok: true, result: await attempt() };
  } catch (error) {
    if (saysServiceIsAway(error, wholeTime)) throw error;
    return { ok: false, error };
  }
}

function saysServiceIsAway(error: unknown, wholeTime: boolean): boolean {
  if (!isServiceError(error) || error.kind !== 'unavailable' || error.code === 'ABORTED') return false;
  return error.reason !== 'timeout' || wholeTime;
}
