import type { Clock } from './clock.ts';
import { outsideRequest } from './request-context.ts';

export interface RoundsOptions {
  clock: Pick<Clock, 'after'>;
  /** Resolves to the milliseconds until the next round; null if the next one waits to be woken. */
  round: () => Promise<number | null>;
  /** Tracks a round, so that shutdown waits for it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Receives the error of a round. */
  failed: (error: unknown) => void;
  /** Delay of the round after a failed one, in milliseconds. */
  againMs: number;
}

/** Work that is repeated for as long as the process runs, one round at a time. */
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
   * @returns a function that stops it. A round that is running finishes.
   */
  start(ms = 0): () => void {
    if (ms === 0) this.wake();
    else this.#cancel = this.#options.clock.after(ms, () => this.wake());
    return () => {
      this.#isStopped = true;
      this.#cancel();
    };
  }

  /** Starts a round now, or after the current one. */
  wake(): void {
    this.#cancel();
    if (this.#isStopped) return;
    this.#isWoken = this.#isRunning;
    // A request may wake it: the rounds outlive its time budget.
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
