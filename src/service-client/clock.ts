import { setTimeout as wait } from 'node:timers/promises';

/** Time as the client sees it, so that tests see every wait without waiting. */
export interface Clock {
  /** Milliseconds since 1970. Never runs backwards. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** `Date.now` jumps when the machine's time is corrected; a budget must not. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (ms) => {
    await wait(ms);
  },
};
