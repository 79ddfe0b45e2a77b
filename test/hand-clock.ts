import { type Clock, systemClock } from '../src/base/clock.ts';

/** A clock that only moves when told to. In milliseconds since 1970. */
export class HandClock implements Clock {
  at = 1_800_000_000_000;
  readonly #timers = new Set<{ at: number; run: () => void }>();

  readonly now = (): number => this.at;
  readonly monotonic = this.now;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.at + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  readonly deadline = this.after;

  /** Runs due timers in order, each at its own time. */
  move(ms: number): void {
    const end = this.at + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.at = Math.max(this.at, next.at);
      next.run();
    }
    this.at = end;
  }
}

/** A clock on which every wait ends immediately. Deadlines are those of the machine. */
export const withoutWaits = (now: () => number): Clock => ({
  now,
  monotonic: now,
  after: (_ms, run) => {
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  },
  deadline: systemClock.deadline,
});
