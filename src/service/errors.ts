import type { EndpointName } from './endpoints.ts';

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

/** The service read the request and refused it: 400, 405, 409, 413, 415, 422 and the like. Field errors are in `detail`. */
export class InvalidRequestError extends ServiceError {
  override readonly name = 'InvalidRequestError';
  override readonly kind = 'invalid-request';

  constructor(facts: ServiceErrorFacts) {
    super('the service refused the request', facts);
  }
}

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

/**
 * An Ability of that name is on the account already; names are unique (service interface, "Upload Ability"). Status null:
 * the list shows somebody else's of that name, after an upload whose own answer was unclear.
 */
export class NameTakenError extends ServiceError {
  override readonly name = 'NameTakenError';
  override readonly kind = 'name-taken';

  constructor(facts: ServiceErrorFacts) {
    super('the name is taken on the account', facts);
  }
}

/** The service knows no such resource: a 404, or an Ability that is in none of the lists (status null). */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError';
  override readonly kind = 'not-found';

  constructor(facts: ServiceErrorFacts) {
    super('not found on the service', facts);
  }
}

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

/** 401 or 403: the service does not accept the credential. */
export class UnauthorizedError extends ServiceError {
  override readonly name = 'UnauthorizedError';
  override readonly kind = 'unauthorized';
  /** True for the error `token_not_valid`, which a JWT gets that is expired or none (service interface, Authentication 4). */
  readonly tokenNotValid: boolean;

  constructor(facts: ServiceErrorFacts & { tokenNotValid: boolean }) {
    super('the service refused the credential', facts);
    this.tokenNotValid = facts.tokenNotValid;
  }
}

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

/** An upload was sent, no clear answer came, and reading the lists did not tell either. It was not sent again. */
export class UnclearOutcomeError extends ServiceError {
  override readonly name = 'UnclearOutcomeError';
  override readonly kind = 'unclear';
  /** Kind of the error that left the outcome open. */
  readonly causeKind: ServiceErrorKind;
  /** True when the list could be read afterwards and did not show the Ability (yet). */
  readonly listWasRead: boolean;

  constructor(facts: ServiceErrorFacts & { causeKind: ServiceErrorKind; listWasRead: boolean }) {
    super(
      facts.listWasRead
        ? `no clear answer came (${facts.causeKind}), and the list does not show the Ability`
        : `no clear answer came (${facts.causeKind}), and the list cannot be read`,
      facts,
    );
    this.causeKind = facts.causeKind;
    this.listWasRead = facts.listWasRead;
  }
}

/** The service reports success, but its answer is no JSON, is too large, or lacks what is needed. */
export class UnreadableAnswerError extends ServiceError {
  override readonly name = 'UnreadableAnswerError';
  override readonly kind = 'unreadable-answer';
  /** Path of the field that could not be read, such as `3.trigger_words`; null when it is the answer as a whole. */
  readonly field: string | null;

  constructor(facts: ServiceErrorFacts & { field: string | null }) {
    super(
      facts.field === null ? 'the answer cannot be read' : `the field ${facts.field} of the answer cannot be read`,
      facts,
    );
    this.field = facts.field;
  }
}

/** Every error that the client throws, told apart by `kind`, so that a `switch` over it is checked for completeness. */
export type AnyServiceError =
  | UnauthorizedError
  | NotFoundError
  | NameTakenError
  | InvalidRequestError
  | RateLimitedError
  | UnavailableError
  | UnreadableAnswerError
  | MisconfiguredBaseUrlError
  | UnclearOutcomeError;

/** Whether `error` came from a call to the service. */
export const isServiceError = (error: unknown): error is AnyServiceError => error instanceof ServiceError;

/**
 * Whether a read from a route that the document does not name failed because there is nothing to be had: the service
 * answered, and not with what was asked for. A refused credential counts too, since such a route may want another one;
 * whether the credential is good at all, the documented endpoints tell. A service that is away, failing or asks to slow
 * down has not said anything.
 */
export function isNotOffered(error: unknown): error is AnyServiceError {
  return isServiceError(error) && error.kind !== 'unavailable' && error.kind !== 'rate-limited';
}

/**
 * Whether a change that failed this way may have been carried out all the same: the answer got lost, came as a 5xx, or
 * cannot be read. A request that never reached the service, was redirected or was refused has changed nothing.
 */
export function leavesOutcomeOpen(error: unknown): error is AnyServiceError {
  if (!isServiceError(error)) return false;
  if (error.kind === 'unavailable') return error.mayHaveArrived;
  if (error.kind === 'misconfigured-base-url') return error.reason === 'html';
  return error.kind === 'unreadable-answer';
}

/** Codes that mean that no connection came about. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The typed error for a request that got no whole answer. Only a code is taken from `failure`: fetch's error holds the
 * request with its headers and puts the URL into its message. `stop`: what ended the request on our side; null when
 * nothing did.
 */
export function toTransportError(
  failure: unknown,
  facts: ServiceErrorFacts,
  stop: 'aborted' | 'timeout' | null,
): ServiceError {
  if (stop === 'aborted') return new UnavailableError({ ...facts, reason: 'network', code: 'ABORTED' });
  if (stop === 'timeout') return new UnavailableError({ ...facts, reason: 'timeout' });
  const causes = listCauses(failure);
  // The only sign that fetch gives for `redirect: 'error'`.
  if (causes.some((cause) => cause.message === 'unexpected redirect')) {
    return new MisconfiguredBaseUrlError({ ...facts, reason: 'redirect' });
  }
  const code = causes.map(readCode).find((found) => found !== null) ?? null;
  const mayHaveArrived = code === null || !NEVER_CONNECTED.has(code);
  return new UnavailableError({ ...facts, reason: 'network', code, mayHaveArrived });
}

/** fetch's error wraps undici's, which wraps the system's. */
function listCauses(failure: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = failure; error instanceof Error && causes.length < 5; error = error.cause) causes.push(error);
  return causes;
}

function readCode(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error.code) ? error.code : null;
}
