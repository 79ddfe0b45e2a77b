import type { EndpointName } from '../endpoints.ts';

/** What tells the errors apart; one class for each. */
export type ServiceErrorKind =
  | 'unauthorized'
  | 'not-found'
  | 'name-taken'
  | 'invalid-request'
  | 'rate-limited'
  | 'unavailable'
  | 'unreadable-answer'
  | 'misconfigured-base-url'
  | 'unclear';

/** What every error of the client keeps. */
export interface ServiceErrorFacts {
  /** HTTP status of the answer; null when none arrived. */
  status: number | null;
  endpoint: EndpointName;
  /**
   * The service's own sentence, bounded in length and without the credential; null when it gave none. Ours where no
   * answer gave it (status null).
   */
  detail: string | null;
  /** The beginning of the answer on one line, without the credential, for the log; never for people. Null without an answer. */
  excerpt?: string | null;
}

/**
 * Base of everything that a call to the service throws. It never has a `cause`: the errors of fetch may carry
 * the request, and the request carries the credential.
 */
export abstract class ServiceError extends Error {
  abstract override readonly name: string;
  abstract readonly kind: ServiceErrorKind;
  readonly status: number | null;
  readonly endpoint: EndpointName;
  readonly detail: string | null;
  readonly excerpt: string | null;

  constructor(whatHappened: string, facts: ServiceErrorFacts) {
    const status = facts.status === null ? '' : ` (status ${facts.status})`;
    const speaker = facts.status === null ? '' : ' The service says:';
    const detail = facts.detail === null ? '' : `${speaker} ${facts.detail}`;
    super(`${facts.endpoint}: ${whatHappened}${status}.${detail}`);
    this.status = facts.status;
    this.endpoint = facts.endpoint;
    this.detail = facts.detail;
    this.excerpt = facts.excerpt ?? null;
  }
}
