import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/** 429: too many calls. Nothing was done. */
export class RateLimitedError extends ServiceError {
  override readonly name = 'RateLimitedError';
  override readonly kind = 'rate-limited';
  /** How long the service asks to wait, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(facts: ServiceErrorFacts & { retryAfterMs: number | null }) {
    super('the service asks to slow down', facts);
    this.retryAfterMs = facts.retryAfterMs;
  }
}
