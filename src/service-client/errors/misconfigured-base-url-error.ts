import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

const MISCONFIGURED = {
  redirect: 'the base URL redirects elsewhere, and redirects are not followed',
  html: 'the base URL answers with a web page instead of the service',
  'not-found': 'the base URL answers, but has no such list: its path is wrong',
};

/** Something answers at the base URL, but not the service: it redirects, shows a web page, or has none of the lists. */
export class MisconfiguredBaseUrlError extends ServiceError {
  override readonly name = 'MisconfiguredBaseUrlError';
  override readonly kind = 'misconfigured-base-url';
  readonly reason: 'redirect' | 'html' | 'not-found';

  constructor(facts: ServiceErrorFacts & { reason: 'redirect' | 'html' | 'not-found' }) {
    super(MISCONFIGURED[facts.reason], facts);
    this.reason = facts.reason;
  }
}
