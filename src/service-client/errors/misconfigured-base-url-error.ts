import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/** Something answers at the base URL, but not the service: it redirects, or shows a web page. */
export class MisconfiguredBaseUrlError extends ServiceError {
  override readonly name = 'MisconfiguredBaseUrlError';
  override readonly kind = 'misconfigured-base-url';
  readonly reason: 'redirect' | 'html';

  constructor(facts: ServiceErrorFacts & { reason: 'redirect' | 'html' }) {
    super(
      facts.reason === 'redirect'
        ? 'the base URL redirects elsewhere, and redirects are not followed'
        : 'the base URL answers with a web page instead of the service',
      facts,
    );
    this.reason = facts.reason;
  }
}
