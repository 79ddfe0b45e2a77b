import { setTimeout as wait } from 'node:timers/promises';

/** Time as the client sees it, so that tests see every wait without waiting. */
export interface Clock {
  /** Milliseconds since 1970. Never runs backwards. */
  now(): number;
  /** Ends early when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `Date.now` jumps when the machine's time is corrected; a budget must not. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  },
};
