import { AsyncLocalStorage } from 'node:async_hooks';

/** Asks how many milliseconds are left. */
type TimeLeft = () => number;

const budgetStorage = new AsyncLocalStorage<TimeLeft | null>();

const now = () => performance.now();

/**
 * Everything that `work` calls shares one budget of time: somebody is waiting for all of it together, however many calls it
 * takes. Within another budget, whichever ends first.
 */
export function withTimeBudget<T>(budgetMs: number, work: () => T): T {
  const endAt = now() + Math.min(budgetMs, timeLeft());
  return budgetStorage.run(() => endAt - now(), work);
}

/** What goes on after whoever began it has gone: the work of an upload, a read that others wait for too. */
export const withoutTimeBudget = <T>(work: () => T): T => budgetStorage.run(null, work);

/** In milliseconds, never below 0; infinite where nobody waits. */
export const timeLeft = (): number => Math.max(0, budgetStorage.getStore()?.() ?? Number.POSITIVE_INFINITY);

/** What is known of the request in which something runs. */
export interface Trace {
  /** The correlation ID: in the log lines, the history and every error that a person sees. */
  readonly ref: string;
  /** The HTTP status of the service's latest answer; null before the first. */
  status: number | null;
}

const traceStorage = new AsyncLocalStorage<Trace>();

/** Everything that `work` does, however late, belongs to this request. */
export const withTrace = <T>(ref: string, work: () => T): T => traceStorage.run({ ref, status: null }, work);

/** Undefined outside of a request. */
export const currentTrace = (): Trace | undefined => traceStorage.getStore();

/** What the service answered to a call of this request; null when nothing came. */
export function noteStatus(status: number | null): void {
  const trace = traceStorage.getStore();
  if (trace) trace.status = status;
}
