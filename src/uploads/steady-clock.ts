import type { Clock } from '../base/clock.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A larger correction means that the clock was wrong, or the machine was asleep. */
const MAX_JUMP_MS = HOUR_MS;
/** After this long without an entry in the audit log, the bot was off, or the clock is wrong. */
const LONG_SILENCE_MS = 30 * DAY_MS;
/** A clock that runs steadily for this long after a jump is right. */
const STEADY_AFTER_MS = DAY_MS;

/** Both times of a clock, in milliseconds. */
export const readClock = (clock: Pick<Clock, 'now' | 'monotonic'>) => ({
  now: clock.now(),
  monotonic: clock.monotonic(),
});

/** The machine's clock, as far as it can be trusted to delete by: a year ahead for a second, everything would be old. */
export class SteadyClock {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  /**
   * Difference between the time since 1970 and the monotonic clock, in milliseconds; null if none can be trusted yet.
   */
  #trusted: number | null;
  /** An offset that may be wrong, and its first time. */
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

  /** The time in milliseconds since 1970; null while it may be wrong. To be called from time to time. */
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
