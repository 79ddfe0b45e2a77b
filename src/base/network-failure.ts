/** Error codes which mean that no connection was made. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** fetch's error wraps undici's, which wraps the system's. */
export function listCauses(failure: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = failure; error instanceof Error && causes.length < 5; error = error.cause) causes.push(error);
  return causes;
}

/** The system's or undici's error code for a request without a complete answer; null for any other error. */
export const networkCodeOf = (failure: unknown): string | null =>
  listCauses(failure)
    .map(readCode)
    .find((found) => found !== null) ?? null;

/** @param code from `networkCodeOf`. */
export const hasNeverConnected = (code: string | null): boolean => code !== null && NEVER_CONNECTED.has(code);

function readCode(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error.code) ? error.code : null;
}
