/**
 * The result of `work`, or of `late` if `work` has not settled after `ms`. Does not cancel the work; a later error of
 * it is ignored.
 * @throws the errors of `work` or `late`.
 */
export const withTimeout = <T, L>(work: Promise<T>, ms: number, late: () => L | Promise<L>): Promise<T | L> =>
  // Not `Promise.race`: its promises take more CPU time, and every request comes through here.
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, ms);
    const settling =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        settle(value);
      };
    work.then(settling(resolve), settling(reject));
  });

/**
 * Aborts with a TimeoutError after `ms`, or with `signal` and its reason. In Node 20, AbortSignal.any does not keep a
 * signal of AbortSignal.timeout alive: once that is garbage-collected, the deadline never comes.
 */
export function deadlineAfter(ms: number, signal: AbortSignal): AbortSignal {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DOMException('The deadline has passed.', 'TimeoutError')), ms);
  // Like AbortSignal.timeout: a process may end before its deadlines.
  timer.unref();
  return AbortSignal.any([signal, deadline.signal]);
}
