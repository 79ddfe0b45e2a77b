import type { Subject, Verdict } from '../core/finding.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Writes whole seconds as `41 s`, `12 min`, `3 h` or `2 days`. */
export function ageWords(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${seconds} s`;
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < 48 * HOUR) return `${Math.floor(seconds / HOUR)} h`;
  return `${Math.floor(seconds / (24 * HOUR))} days`;
}

export interface Check {
  subject: Subject;
  /** If it throws or times out, the finding is bad. */
  run: () => Promise<Verdict> | Verdict;
  /** The fix to show if it throws or times out. */
  fixWithoutAnswer: string;
}

/** Calls `ask` at most once and shares the result. */
export function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}

/**
 * The error code of the system or the database. It is safe to show, unlike the message, which may contain an address.
 */
export function errorCodeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}
