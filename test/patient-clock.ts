import { type Clock, systemClock } from '../src/base/clock.ts';

/** The machine's clock, on which deadlines pass only when the test says so. */
export class PatientClock implements Clock {
  readonly now = systemClock.now;
  readonly monotonic = systemClock.monotonic;
  readonly after = systemClock.after;
  readonly #deadlines = new Set<() => void>();

  readonly deadline = (_ms: number, run: () => void): (() => void) => {
    this.#deadlines.add(run);
    return () => void this.#deadlines.delete(run);
  };

  /** All that are set pass now. */
  expire(): void {
    for (const run of [...this.#deadlines]) {
      this.#deadlines.delete(run);
      run();
    }
  }
}
