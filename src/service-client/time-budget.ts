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
