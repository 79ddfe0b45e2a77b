import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { LeftOutRow } from '@abilities-bot/service-api';
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import type { EndpointMethod, EndpointName } from './endpoints.ts';
import { type AnyServiceError, isServiceError, type ServiceErrorKind, UnavailableError } from './errors.ts';

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

/** Time as the client sees it, so that tests see every wait without waiting. */
export interface Clock {
  /** Milliseconds since 1970. Never runs backwards. */
  now(): number;
  /** Ends early when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `Date.now` jumps when the machine's time is corrected; a budget must not. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  },
};

const storage = new AsyncLocalStorage<(error: AnyServiceError) => void>();

/** Calls `hear` for each failed try in `work`, even if a retry succeeds. */
export const hearFailedTries = <T>(hear: (error: AnyServiceError) => void, work: () => T): T => storage.run(hear, work);

export const noteFailedTry = (error: AnyServiceError): void => storage.getStore()?.(error);

/** Rows of a list that could not be read: which, and what in them. Bounded, and without what they say. */
export interface LeftOut {
  endpoint: EndpointName;
  count: number;
  rows: readonly Pick<LeftOutRow, 'index' | 'id' | 'field'>[];
}

/** One attempt of a call, for logs, metrics and the wire panel. Never holds a credential or a body. */
export interface ServiceCall {
  endpoint: EndpointName;
  method: EndpointMethod;
  /** Path below the base URL, without the query. */
  path: string;
  /** HTTP status; null when no answer arrived. */
  status: number | null;
  durationMs: number;
  /** 1 for the first attempt. */
  attempt: number;
  outcome: 'ok' | ServiceErrorKind;
}

/** What every call needs, checked and with all defaults filled in. */
export interface ServiceConnection {
  baseUrl: string;
  /** The one header that carries the credential. */
  authHeader: Record<string, string>;
  /** The credential itself, to take it out of sentences that echo it. */
  secret: string;
  timeoutMs: number;
  readBudgetMs: number;
  uploadTimeoutMs: number;
  onCall: (call: ServiceCall) => void;
  onLeftOut: (rows: LeftOut) => void;
  /** What all calls but transfers of files go through. */
  circuit: CircuitBreaker;
  clock: Clock;
}
