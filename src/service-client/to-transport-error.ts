import {
  MisconfiguredBaseUrlError,
  type ServiceError,
  type ServiceErrorFacts,
  UnavailableError,
} from './errors/index.ts';

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
