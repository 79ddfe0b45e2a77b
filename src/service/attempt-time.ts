import type { Clock } from '../base/clock.ts';

/** The time limit of one attempt. It can be paused during waits that the service doesn't cause. */
export class AttemptTime {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  #leftMs: number;
  #runningSince = 0;
  #cancel = () => {};

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#leftMs = ms;
    this.#run();
  }

  /** Aborts when the time is up. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /**
   * Pauses the limit during `wait`, which is aborted after `maxMs`. After that, at most `maxLeftMs` remain.
   * @returns false if `wait` was aborted.
   * @throws the errors of `wait`.
   */
  async pause(maxMs: number, wait: (signal: AbortSignal) => Promise<void>, maxLeftMs: () => number): Promise<boolean> {
    this.#cancel();
    this.#leftMs -= this.#clock.monotonic() - this.#runningSince;
    const patience = new AbortController();
    const cancel = this.#clock.deadline(maxMs, () => patience.abort());
    try {
      await wait(patience.signal);
    } catch (error) {
      if (patience.signal.aborted) return false;
      throw error;
    } finally {
      cancel();
    }
    this.#leftMs = Math.max(1, Math.min(this.#leftMs, maxLeftMs()));
    this.#run();
    return true;
  }

  end(): void {
    this.#cancel();
  }

  #run(): void {
    this.#runningSince = this.#clock.monotonic();
    this.#cancel = this.#clock.deadline(this.#leftMs, () => this.#over.abort());
  }
}
