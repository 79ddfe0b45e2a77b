import { type Clock, systemClock } from '../src/base/clock.ts';

/** The machine's clock, on which waits and deadlines of one length end only when the test says so. */
export class HeldClock implements Clock {
  readonly now = systemClock.now;
  readonly monotonic = systemClock.monotonic;
  readonly #heldMs: number;
  readonly #held = new Set<() => void>();

  /** @param heldMs of the waits, in milliseconds; a length that no other wait has. */
  constructor(heldMs: number) {
    this.#heldMs = heldMs;
  }

  readonly after = (ms: number, run: () => void): (() => void) => {
    if (ms !== this.#heldMs) return systemClock.after(ms, run);
    this.#held.add(run);
    return () => void this.#held.delete(run);
  };

  readonly deadline = (ms: number, run: () => void): (() => void) =>
    ms === this.#heldMs ? this.after(ms, run) : systemClock.deadline(ms, run);

  /** The number of waits that have begun. */
  get held(): number {
    return this.#held.size;
  }

  letGo(): void {
    for (const run of [...this.#held]) {
      this.#held.delete(run);
      run();
    }
  }
}
