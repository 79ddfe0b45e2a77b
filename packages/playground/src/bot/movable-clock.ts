import { type Clock, systemClock } from '../../../../src/base/clock.ts';

/** The machine's clock, which can be moved forward: waits end earlier, time limits do not. */
export class MovableClock implements Clock {
  readonly monotonic = systemClock.monotonic;
  readonly deadline = systemClock.deadline;
  readonly #waits = new Map<symbol, { dueAt: number; cancel: () => void; run: () => void }>();
  #aheadMs: number;

  constructor(aheadMs = 0) {
    this.#aheadMs = aheadMs;
  }

  readonly now = (): number => systemClock.now() + this.#aheadMs;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const key = Symbol();
    const end = () => {
      this.#waits.delete(key);
      run();
    };
    this.#waits.set(key, { dueAt: this.now() + ms, cancel: systemClock.after(ms, end), run: end });
    return () => {
      this.#waits.get(key)?.cancel();
      this.#waits.delete(key);
    };
  };

  move(ms: number): void {
    this.#aheadMs += ms;
    for (const [key, { cancel, dueAt, run }] of [...this.#waits]) {
      // One that ran just now may have canceled it.
      if (dueAt > this.now() || !this.#waits.has(key)) continue;
      cancel();
      run();
    }
  }
}
