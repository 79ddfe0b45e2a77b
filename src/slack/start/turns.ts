/**
 * Who has acked a request goes on in a round of the event loop that nobody else begins in: all that was acked would otherwise
 * begin at once, and the acks of those who come next would wait for it.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is one's turn, in the order in which they asked. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
