import { hasNeverConnected, listCauses, networkCodeOf } from '../base/network-failure.ts';
import type { EndpointName } from './endpoints.ts';

export type ServiceErrorKind =
  | 'unauthorized'
  | 'not-found'
  | 'name-taken'
  | 'invalid-request'
  | 'rate-limited'
  | 'unavailable'
  | 'unreadable-answer'
  | 'misconfigured-base-url'
  | 'unclear'
  | 'busy';

interface ServiceErrorFacts {
  /** Null if no answer arrived. */
  status: number | null;
  endpoint: EndpointName;
  /**
   * The service's message, limited in length and without the credential; null if it sent none. A message of this client
   * if no answer arrived.
   */
  detail: string | null;
  /**
   * The start of the answer on one line, without the credential; null if there is none. For the log only, never shown
   * to people.
   */
  excerpt?: string | null;
}

/**
 * Base class of all errors of the client. Never has a `cause`, because fetch's errors may contain the request, and with
 * it the credential.
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
    const speaker = facts.status === null ? '' : ' The service said:';
    const detail = facts.detail === null ? '' : `${speaker} ${facts.detail}`;
    super(`${facts.endpoint}: ${whatHappened}${status}.${detail}`);
    this.status = facts.status;
    this.endpoint = facts.endpoint;
    this.detail = facts.detail;
    this.excerpt = facts.excerpt ?? null;
  }
}

/** This process is already reading as many large lists as it may, and none ended in time. The list wasn't read. */
export class BusyError extends ServiceError {
  override readonly name = 'BusyError';
  override readonly kind = 'busy';

  constructor(facts: ServiceErrorFacts) {
    super('too many large responses at once', facts);
  }
}

/**
 * The service rejected the request, with 400, 405, 409, 413, 415, 422 or a similar status. `detail` contains field
 * errors.
 */
export class InvalidRequestError extends ServiceError {
  override readonly name = 'InvalidRequestError';
  override readonly kind = 'invalid-request';

  constructor(facts: ServiceErrorFacts) {
    super('the service rejected the request', facts);
  }
}

const MISCONFIGURED = {
  redirect: 'the base URL redirects to another URL',
  html: 'the base URL returns a web page',
  'not-found': 'the base URL has the wrong path',
};

/** The base URL doesn't belong to the service: it redirects, returns a web page, or has none of the lists. */
export class MisconfiguredBaseUrlError extends ServiceError {
  override readonly name = 'MisconfiguredBaseUrlError';
  override readonly kind = 'misconfigured-base-url';
  readonly reason: 'redirect' | 'html' | 'not-found';

  constructor(facts: ServiceErrorFacts & { reason: 'redirect' | 'html' | 'not-found' }) {
    super(MISCONFIGURED[facts.reason], facts);
    this.reason = facts.reason;
  }
}

/**
 * The account already has an Ability with this name, and names are unique (service interface, "Upload Ability"). The
 * status is null if an upload had an unclear answer and the list then showed someone else's Ability with that name.
 */
export class NameTakenError extends ServiceError {
  override readonly name = 'NameTakenError';
  override readonly kind = 'name-taken';

  constructor(facts: ServiceErrorFacts) {
    super('the name is taken', facts);
  }
}

/** A 404; or, with status null, an Ability that is in none of the lists. */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError';
  override readonly kind = 'not-found';

  constructor(facts: ServiceErrorFacts) {
    super('not found in the service', facts);
  }
}

/** The service answered 429, so the request had no effect. */
export class RateLimitedError extends ServiceError {
  override readonly name = 'RateLimitedError';
  override readonly kind = 'rate-limited';
  /** In milliseconds; null if the service didn't send it. */
  readonly retryAfterMs: number | null;

  constructor(facts: ServiceErrorFacts & { retryAfterMs: number | null }) {
    super('rate limited', facts);
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The service rejected the credential, with 401 or 403. */
export class UnauthorizedError extends ServiceError {
  override readonly name = 'UnauthorizedError';
  override readonly kind = 'unauthorized';
  /**
   * True for the error `token_not_valid`, which means an expired or invalid JWT (service interface, Authentication 4).
   */
  readonly tokenNotValid: boolean;

  constructor(facts: ServiceErrorFacts & { tokenNotValid: boolean }) {
    super('the service rejected the credential', facts);
    this.tokenNotValid = facts.tokenNotValid;
  }
}

type UnavailableReason = 'timeout' | 'network' | 'server-error' | 'circuit-open';

const UNAVAILABLE: Record<UnavailableReason, string> = {
  timeout: 'timeout',
  network: 'connection failed',
  'server-error': 'internal error',
  'circuit-open': 'circuit open',
};

/** There is no usable answer: a timeout, a failed connection, an abort by the caller, or a 5xx. */
export class UnavailableError extends ServiceError {
  override readonly name = 'UnavailableError';
  override readonly kind = 'unavailable';
  readonly reason: UnavailableReason;
  /**
   * The system error code of a failed connection, such as ECONNRESET; ABORTED if the caller aborted the call; otherwise
   * null.
   */
  readonly code: string | null;
  /** False if the request wasn't sent or no connection was made, so that the service can't have acted on it. */
  readonly mayHaveArrived: boolean;
  /** In milliseconds; null if the service didn't send it. */
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

/** An upload was sent once, its answer was unclear, and the lists didn't show whether it succeeded. */
export class UnclearOutcomeError extends ServiceError {
  override readonly name = 'UnclearOutcomeError';
  override readonly kind = 'unclear';
  readonly causeKind: ServiceErrorKind;
  /** True if the list was read afterward and didn't contain the Ability (yet). */
  readonly listWasRead: boolean;

  constructor(facts: ServiceErrorFacts & { causeKind: ServiceErrorKind; listWasRead: boolean }) {
    super(
      facts.listWasRead
        ? `no clear answer (${facts.causeKind}), and the Ability is not in the list`
        : `no clear answer (${facts.causeKind}), and the list could not be read`,
      facts,
    );
    this.causeKind = facts.causeKind;
    this.listWasRead = facts.listWasRead;
  }
}

/** The service reported success, but its answer isn't JSON, is too large, or lacks required fields. */
export class UnreadableAnswerError extends ServiceError {
  override readonly name = 'UnreadableAnswerError';
  override readonly kind = 'unreadable-answer';
  /** The path of the unreadable field, such as `3.trigger_words`; null for the answer as a whole. */
  readonly field: string | null;

  constructor(facts: ServiceErrorFacts & { field: string | null }) {
    super(facts.field === null ? 'unreadable answer' : `unreadable field ${facts.field}`, facts);
    this.field = facts.field;
  }
}

/** A union discriminated by `kind`, so that the compiler checks a `switch` for completeness. */
export type AnyServiceError =
  | UnauthorizedError
  | NotFoundError
  | NameTakenError
  | InvalidRequestError
  | RateLimitedError
  | UnavailableError
  | UnreadableAnswerError
  | MisconfiguredBaseUrlError
  | UnclearOutcomeError
  | BusyError;

export const isServiceError = (error: unknown): error is AnyServiceError => error instanceof ServiceError;

const NOT_ANSWERED = new Set<ServiceErrorKind>(['unavailable', 'rate-limited', 'busy']);

/**
 * True if the service doesn't offer an undocumented route: it answered, but without the requested data. A rejected
 * credential counts too, because such a route may require another one; the documented endpoints show whether the
 * credential is valid. If the service is down, failing or rate limiting, this is unknown, and the result is false.
 */
export function isNotOffered(error: unknown): error is AnyServiceError {
  return isServiceError(error) && !NOT_ANSWERED.has(error.kind);
}

/**
 * True if a failed change may still have taken effect: the answer was lost, was a 5xx, or was unreadable. A request
 * that never arrived, was redirected or was rejected has changed nothing.
 */
export function leavesOutcomeOpen(error: unknown): error is AnyServiceError {
  if (!isServiceError(error)) return false;
  if (error.kind === 'unavailable') return error.mayHaveArrived;
  if (error.kind === 'misconfigured-base-url') return error.reason === 'html';
  return error.kind === 'unreadable-answer';
}

/**
 * The typed error for a request without a complete answer. It only uses the code of `failure`, because fetch's error
 * contains the request with its headers, and its message contains the URL.
 * @param stop why this client ended the request; null if it didn't.
 */
export function toTransportError(
  failure: unknown,
  facts: ServiceErrorFacts,
  stop: 'aborted' | 'timeout' | null,
): ServiceError {
  if (stop === 'aborted') return new UnavailableError({ ...facts, reason: 'network', code: 'ABORTED' });
  if (stop === 'timeout') return new UnavailableError({ ...facts, reason: 'timeout' });
  const causes = listCauses(failure);
  // This message is the only sign of a redirect that fetch gives with `redirect: 'error'`.
  if (causes.some((cause) => cause.message === 'unexpected redirect')) {
    return new MisconfiguredBaseUrlError({ ...facts, reason: 'redirect' });
  }
  const code = networkCodeOf(failure);
  return new UnavailableError({ ...facts, reason: 'network', code, mayHaveArrived: !hasNeverConnected(code) });
}

/**
 * True if every further call would fail too: the key or URL is wrong, the rate limit is reached, or the service is
 * unreachable. A server error or a 403 may concern only one Ability.
 */
export function affectsEveryCall(error: AnyServiceError): boolean {
  switch (error.kind) {
    case 'unauthorized':
      return error.status !== 403;
    case 'misconfigured-base-url':
    case 'rate-limited':
    case 'busy':
      return true;
    case 'unavailable':
      return error.reason !== 'server-error';
    default:
      return false;
  }
}
