/**
 * The header Retry-After in milliseconds from `now`: whole seconds or an HTTP date (RFC 9110, 10.2.3). Null when it is
 * missing or says neither.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse also takes strings such as "-5"; an HTTP date begins with the name of a day.
  const at = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
