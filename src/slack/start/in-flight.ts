/** Counts the work that goes on after Slack has its ack: stopping a receiver does not wait for it. */
export class InFlight {
  readonly #running = new Set<Promise<unknown>>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** How much of it goes on now. */
  get size(): number {
    return this.#running.size;
  }

  /** Resolves when nothing runs any more, or after `timeoutMs`. @returns whether everything ended. */
  async drain(timeoutMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([this.#end(), timeout]);
    clearTimeout(timer);
    return this.#running.size === 0;
  }

  /** More may begin while it is waited for. */
  async #end(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
