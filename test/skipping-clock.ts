import { type Clock, systemClock } from '../src/base/clock.ts';

/** Longer than anything that a test waits for. */
const LONG_MS = 20_000;

/** The machine's clock, except that long waits end only when the test skips them. */
export class SkippingClock implements Clock {
  readonly monotonic = systemClock.monotonic;
  readonly deadline = systemClock.deadline;
  readonly #waits = new Set<{ dueAt: number; run: () => void }>();
  #aheadMs = 0;

  readonly now = (): number => systemClock.now() + this.#aheadMs;

  readonly after = (ms: number, run: () => void): (() => void) => {
    if (ms < LONG_MS) return systemClock.after(ms, run);
    const wait = { dueAt: this.now() + ms, run };
    this.#waits.add(wait);
    return () => void this.#waits.delete(wait);
  };

  /** Moves the time forward and ends the waits that are over then. */
  skip(ms: number): void {
    this.#aheadMs += ms;
    for (const wait of [...this.#waits]) {
      if (wait.dueAt > this.now()) continue;
      this.#waits.delete(wait);
      wait.run();
    }
  }
}
