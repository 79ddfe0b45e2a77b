import type { InvalidRequestError } from './invalid-request-error.ts';
import type { MisconfiguredBaseUrlError } from './misconfigured-base-url-error.ts';
import type { NameTakenError } from './name-taken-error.ts';
import type { NotFoundError } from './not-found-error.ts';
import type { RateLimitedError } from './rate-limited-error.ts';
import { ServiceError } from './service-error.ts';
import type { UnauthorizedError } from './unauthorized-error.ts';
import type { UnavailableError } from './unavailable-error.ts';
import type { UnclearOutcomeError } from './unclear-outcome-error.ts';
import type { UnreadableAnswerError } from './unreadable-answer-error.ts';

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
