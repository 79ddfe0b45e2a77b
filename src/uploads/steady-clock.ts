import type { Clock } from '../base/clock.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A larger correction means that the clock was wrong, or the machine was asleep. */
const MAX_JUMP_MS = HOUR_MS;
/** If the audit log has had no entry for this long, the bot was off, or the clock is wrong. */
const LONG_SILENCE_MS = 30 * DAY_MS;
/** After a jump, a clock that runs steadily for this long is considered right. */
const STEADY_AFTER_MS = DAY_MS;

/** Both times of a clock, in milliseconds. */
export const readClock = (clock: Pick<Clock, 'now' | 'monotonic'>) => ({
  now: clock.now(),
  monotonic: clock.monotonic(),
});

/**
 * Reports the machine's time only when it is safe for deleting expired data. If the clock were a year ahead for a
 * second, everything would have expired.
 */
export class SteadyClock {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  /**
   * Difference between the wall clock and the monotonic clock, in milliseconds; null if no value can be trusted yet.
   */
  #trusted: number | null;
  /** An offset that may be wrong, and when it was first seen. */
  #doubted: { offset: number; since: number };

  /**
   * @param newestAt the time of the newest audit entry from before `start`; null if there is none.
   * @param start the clock when the process started.
   */
  constructor(
    clock: Pick<Clock, 'now' | 'monotonic'>,
    newestAt: number | null,
    { now, monotonic: since } = readClock(clock),
  ) {
    this.#clock = clock;
    const isLate = newestAt !== null && now - newestAt > LONG_SILENCE_MS;
    this.#trusted = isLate ? null : now - since;
    this.#doubted = { offset: now - since, since };
  }

  /** The time in milliseconds since 1970; null while it may be wrong. Must be called regularly. */
  read(): number | null {
    const [now, at] = [this.#clock.now(), this.#clock.monotonic()];
    const offset = now - at;
    if (this.#trusted === null || !isNear(offset, this.#trusted)) {
      if (!isNear(offset, this.#doubted.offset)) this.#doubted = { offset, since: at };
      if (at - this.#doubted.since < STEADY_AFTER_MS) return null;
    }
    this.#trusted = offset;
    this.#doubted = { offset, since: at };
    return now;
  }
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= MAX_JUMP_MS;
