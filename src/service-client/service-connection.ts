import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Clock } from './clock.ts';
import type { LeftOut, ServiceCall } from './service-call.ts';

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
