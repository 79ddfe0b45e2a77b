/** Time as the queue sees it, in milliseconds, so that a test can have a time of its own. */
export interface Clock {
  now: () => number;
  /** Calls `run` once, after that time. @returns what takes it back. */
  after: (ms: number, run: () => void) => () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
