import { type AnyServiceError, isServiceError } from './errors/index.ts';

/**
 * Whether a read from a route that the document does not name failed because there is nothing to be had: the service
 * answered, and not with what was asked for. A refused credential counts too, since such a route may want another one;
 * whether the credential is good at all, the documented endpoints tell. A service that is away, failing or asks to slow
 * down has not said anything.
 */
export function isNotOffered(error: unknown): error is AnyServiceError {
  return isServiceError(error) && error.kind !== 'unavailable' && error.kind !== 'rate-limited';
}
