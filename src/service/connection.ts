import { AsyncLocalStorage } from 'node:async_hooks';
import type { LeftOutRow } from '@abilities-bot/service-api';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import type { Clock } from '../base/clock.ts';
import type { EndpointMethod, EndpointName } from './endpoints.ts';
import { type AnyServiceError, isServiceError, type ServiceErrorKind, UnavailableError } from './errors.ts';
import type { WorkspaceReads } from './large-answers.ts';

/** Consecutive failures before the circuit opens. */
const MAX_FAILURES = 10;

/** How long the circuit stays open before the next probe, in milliseconds. */
const PAUSE_MS = 5000;

/** Circuit breaker events: `opened` means that calls fail without being sent. */
export const CIRCUIT_CHANGES = ['opened', 'closed'] as const;
export type CircuitChange = (typeof CIRCUIT_CHANGES)[number];

/** The result of an attempt that the service has answered, even with a rejection. */
type Answered<T> = { ok: true; result: T } | { ok: false; error: unknown };

/**
 * Stops calls to a service that hasn't answered for a while, so that people get an immediate answer. After a pause, one
 * call probes the service, and others wait for its result. Any answer, even a rejection of one account, shows that the
 * service is up.
 */
export class CircuitBreaker {
  readonly #policy;
  readonly #pauseMs: number;

  constructor(onChange: (change: CircuitChange) => void = () => undefined, pauseMs = PAUSE_MS) {
    this.#pauseMs = pauseMs;
    this.#policy = circuitBreaker(handleAll, {
      halfOpenAfter: pauseMs,
      breaker: new ConsecutiveBreaker(MAX_FAILURES),
    });
    this.#policy.onBreak(() => onChange('opened'));
    this.#policy.onReset(() => onChange('closed'));
  }

  /**
   * Runs one attempt.
   * @param wholeTime true if the attempt has the full timeout, because hitting a shorter one doesn't mean that the
   * service is down.
   * @throws the attempt's errors; UnavailableError `circuit-open` if the attempt wasn't made.
   */
  async run<T>(endpoint: EndpointName, wholeTime: boolean, attempt: () => Promise<T>): Promise<T> {
    const answered = await this.#policy
      .execute(() => settle(wholeTime, attempt))
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

/** A rejection counts as an answer, because it shows that the service is up. */
async function settle<T>(wholeTime: boolean, attempt: () => Promise<T>): Promise<Answered<T>> {
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

const storage = new AsyncLocalStorage<(error: AnyServiceError) => void>();

/** Calls `onRetry` for each failed attempt in `work`, even if a retry succeeds. */
export const withRetryListener = <T>(onRetry: (error: AnyServiceError) => void, work: () => T): T =>
  storage.run(onRetry, work);

export const noteFailedTry = (error: AnyServiceError): void => storage.getStore()?.(error);

/** Rows of a list that couldn't be parsed: the positions and fields of the first ones, but not their values. */
export interface LeftOut {
  endpoint: EndpointName;
  count: number;
  rows: readonly Pick<LeftOutRow, 'index' | 'id' | 'field'>[];
}

/** One attempt of a call, for logs, metrics and the playground's wire panel. Never contains a credential or a body. */
export interface ServiceCall {
  endpoint: EndpointName;
  method: EndpointMethod;
  /** Path below the base URL, without the query. */
  path: string;
  /** Null if no answer arrived. */
  status: number | null;
  durationMs: number;
  /** 1 for the first attempt. */
  attempt: number;
  outcome: 'ok' | ServiceErrorKind;
}

export interface ServiceConnection {
  baseUrl: string;
  /** The header with the credential. */
  authHeader: Record<string, string>;
  /** The credential, to remove it from messages that repeat it. */
  secret: string;
  timeoutMs: number;
  readBudgetMs: number;
  uploadTimeoutMs: number;
  onCall: (call: ServiceCall) => void;
  onLeftOut: (rows: LeftOut) => void;
  /** For all calls except file transfers. */
  circuit: CircuitBreaker;
  /** Limits the large answers of all workspaces. */
  reads: WorkspaceReads;
  clock: Clock;
}
