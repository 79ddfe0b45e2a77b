import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

export type UnavailableReason = 'timeout' | 'network' | 'server-error' | 'circuit-open';

const UNAVAILABLE: Record<UnavailableReason, string> = {
  timeout: 'the service did not answer in time',
  network: 'the connection to the service failed',
  'server-error': 'the service failed',
  'circuit-open': 'the service has failed several times in a row and is not asked for a moment',
};

/** No usable answer: it came too late, the connection failed or was ended by the caller, or the service answered 5xx. */
export class UnavailableError extends ServiceError {
  override readonly name = 'UnavailableError';
  override readonly kind = 'unavailable';
  readonly reason: UnavailableReason;
  /** The system's code for a failed connection, such as ECONNRESET; ABORTED when the caller ended the call; null when there is none. */
  readonly code: string | null;
  /** False when nothing was sent or no connection came about, so that the service cannot have acted on the request. */
  readonly mayHaveArrived: boolean;
  /** How long the service asks to wait, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    facts: ServiceErrorFacts & {
      reason: UnavailableReason;
      code?: string | null;
      mayHaveArrived?: boolean;
      retryAfterMs?: number | null;
    },
  ) {
    const code = facts.code ?? null;
    super(code === null ? UNAVAILABLE[facts.reason] : `${UNAVAILABLE[facts.reason]}, ${code}`, facts);
    this.reason = facts.reason;
    this.code = code;
    this.mayHaveArrived = facts.mayHaveArrived ?? true;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}
