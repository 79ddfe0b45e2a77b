/**
 * Message timestamps in Slack's format, seconds and microseconds. Strictly increasing, even across restarts, so that
 * each identifies its message.
 */
export class Timestamps {
  #last = 0;

  next(): string {
    this.#last = Math.max(this.#last + 1, Date.now() * 1000);
    return `${Math.floor(this.#last / 1_000_000)}.${String(this.#last % 1_000_000).padStart(6, '0')}`;
  }

  /** Continues after `ts`, even if the clock has been set back. */
  continueAfter(ts: string): void {
    this.#last = Math.max(this.#last, Number(ts.replace('.', '')));
  }
}
