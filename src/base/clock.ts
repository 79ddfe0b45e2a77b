/** Time and timers, so that a test can replace them. */
export interface Clock {
  /** Milliseconds since 1970, for times that are stored or shown. Jumps when the machine's clock is corrected. */
  now: () => number;
  /** Milliseconds since an arbitrary moment, for durations and time limits. Never jumps. */
  monotonic: () => number;
  /**
   * Calls `run` once after `ms`, and never before `after` returns.
   * @returns a function that cancels it.
   */
  after: (ms: number, run: () => void) => () => void;
  /** Like `after`, for time limits. Separate, so that a test can advance waits without triggering time limits. */
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
 * Calls `run` every `ms`, for the first time after `ms`. `run` must not throw; calls may overlap if one is slow.
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

/** Randomly varies `ms` by up to a quarter, so that processes that failed together don't retry together. */
export const jittered = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Resolves after `ms`, or when the signal aborts. */
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
