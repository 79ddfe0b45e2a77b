/** Time and timers, so that a test can replace them. */
export interface Clock {
  /** Milliseconds since 1970, for stored or displayed times. Jumps when the machine's time is corrected. */
  now: () => number;
  /** Milliseconds since some moment, for durations and budgets. Never jumps. */
  monotonic: () => number;
  /**
   * Calls `run` once after `ms`, never before this returns.
   * @returns a function that cancels it.
   */
  after: (ms: number, run: () => void) => () => void;
  /**
   * The same as `after`, for time limits. Separate, so that a test can advance waits without triggering time limits.
   */
  deadline: (ms: number, run: () => void) => () => void;
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: startTimer,
  deadline: startTimer,
};

/**
 * Calls `run` every `ms`, first after `ms`. It must not throw, and a slow call may overlap the next one.
 * @returns a function that stops it.
 */
export function every({ after }: Pick<Clock, 'after'>, ms: number, run: () => void): () => void {
  let cancel = () => {};
  const next = () => {
    cancel = after(ms, () => {
      next();
      run();
    });
  };
  next();
  return () => cancel();
}

/** About `ms`, at random, so that processes that failed together do not try again together. */
export const jittered = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Resolves after `ms`, or as soon as the signal fires. */
export function sleep({ after }: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(ms, end);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
