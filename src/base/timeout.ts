import type { Clock } from './clock.ts';

/**
 * The result of `work`, or of `late` if `work` has not settled after `ms`. Does not cancel the work; a later error of
 * it is ignored.
 * @throws the errors of `work` or `late`.
 */
export const withTimeout = <T, L>(
  { deadline }: Pick<Clock, 'deadline'>,
  work: Promise<T>,
  ms: number,
  late: () => L | Promise<L>,
): Promise<T | L> =>
  // Not `Promise.race`: its promises take more CPU time, and every request comes through here.
  new Promise((resolve, reject) => {
    const cancel = deadline(ms, () => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    });
    const settling =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        cancel();
        settle(value);
      };
    work.then(settling(resolve), settling(reject));
  });

/**
 * Runs `work` with a signal that aborts with a TimeoutError after `ms`, or with `outer` and its reason. Not
 * `AbortSignal.timeout`: its timer outlives the work, and in Node 20, AbortSignal.any doesn't keep such a signal alive,
 * so that its deadline may never come.
 */
export async function withDeadline<T>(
  { deadline }: Pick<Clock, 'deadline'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const cancel = deadline(ms, () => late.abort(new DOMException('The deadline has passed.', 'TimeoutError')));
  try {
    return await work(outer ? AbortSignal.any([outer, late.signal]) : late.signal);
  } finally {
    cancel();
  }
}
