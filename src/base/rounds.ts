import type { Clock } from './clock.ts';
import { outsideRequest } from './request-context.ts';

export interface RoundsOptions {
  clock: Pick<Clock, 'after'>;
  /** Resolves to the milliseconds until the next round; null if only `wake` starts it. */
  round: () => Promise<number | null>;
  /** Tracks a round, so that shutdown waits for it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Receives the error of a round. */
  failed: (error: unknown) => void;
  /** The delay after a failed round, in milliseconds. */
  againMs: number;
}

/** Work that is repeated while the process runs, one round at a time. */
export class Rounds {
  readonly #options: RoundsOptions;
  #isRunning = false;
  #isWoken = false;
  #isStopped = false;
  #cancel = () => {};

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Starts the first round after `ms`.
   * @returns a function that stops further rounds. A round in progress finishes.
   */
  start(ms = 0): () => void {
    if (ms === 0) this.wake();
    else this.#cancel = this.#options.clock.after(ms, () => this.wake());
    return () => {
      this.#isStopped = true;
      this.#cancel();
    };
  }

  /** Starts a round now; or after the current one, if one is in progress. */
  wake(): void {
    this.#cancel();
    if (this.#isStopped) return;
    this.#isWoken = this.#isRunning;
    // Rounds outlive the time budget of a request that wakes them.
    if (!this.#isRunning) void outsideRequest(() => this.#work());
  }

  async #work(): Promise<void> {
    const { againMs, clock, failed, round, run } = this.#options;
    this.#isRunning = true;
    const ms = await run(round).catch((error: unknown) => {
      failed(error);
      return againMs;
    });
    this.#isRunning = false;
    if (this.#isWoken) this.wake();
    else if (ms !== null && !this.#isStopped) this.#cancel = clock.after(ms, () => this.wake());
  }
}
