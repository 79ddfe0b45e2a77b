import type { Clock } from './clock.ts';

/**
 * The result of `work`, or of `late` if `work` hasn't settled after `ms`. Doesn't cancel the work, and ignores any
 * later error of it.
 * @throws the errors of `work` or `late`.
 */
export const withTimeout = <T, L>(
  { deadline }: Pick<Clock, 'deadline'>,
  work: Promise<T>,
  ms: number,
  late: () => L | Promise<L>,
): Promise<T | L> =>
  // Not `Promise.race`, whose promises take more CPU time: every request uses this.
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
 * Runs `work` with a signal that aborts with a TimeoutError after `ms`, or together with `outer`, for the same reason.
 * Not `AbortSignal.timeout`, whose timer would outlive the work; and in Node 20, AbortSignal.any doesn't keep such a
 * signal alive, so the deadline might never come.
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
