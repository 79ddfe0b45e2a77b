import { AsyncLocalStorage } from 'node:async_hooks';

type TimeLeft = () => number;

const budgetStorage = new AsyncLocalStorage<TimeLeft | null>();

const now = () => performance.now();

/**
 * All calls made by `work` share one time budget, since a user waits for all of them together. In a nested budget, the
 * earlier end applies.
 */
export function withTimeBudget<T>(budgetMs: number, work: () => T): T {
  const endAt = now() + Math.min(budgetMs, timeLeft());
  return budgetStorage.run(() => endAt - now(), work);
}

/** For work that outlives the request that started it: an upload, or a read shared with others. */
export const withoutTimeBudget = <T>(work: () => T): T => budgetStorage.run(null, work);

/** In milliseconds, never negative; infinite without a budget. */
export const timeLeft = (): number => Math.max(0, budgetStorage.getStore()?.() ?? Number.POSITIVE_INFINITY);

interface Trace {
  /** The correlation ID, shown in log lines, the audit log and every error message. */
  readonly ref: string;
  /** The HTTP status of the service's latest answer; null if there is none. */
  status: number | null;
}

const traceStorage = new AsyncLocalStorage<Trace>();

/** Attributes everything that `work` does to this request, including async work. */
export const withTrace = <T>(ref: string, work: () => T): T => traceStorage.run({ ref, status: null }, work);

/** Undefined outside of a request. */
export const currentTrace = (): Trace | undefined => traceStorage.getStore();

/** Records the status of the service's latest answer; null if none arrived. */
export function noteStatus(status: number | null): void {
  const trace = traceStorage.getStore();
  if (trace) trace.status = status;
}
