/**
 * Message timestamps, shaped like Slack's: seconds and microseconds. Each is later than all before it, also than those
 * of an earlier start, so that it can name its message.
 */
export class Timestamps {
  #last = 0;

  next(): string {
    this.#last = Math.max(this.#last + 1, Date.now() * 1000);
    return `${Math.floor(this.#last / 1_000_000)}.${String(this.#last % 1_000_000).padStart(6, '0')}`;
  }

  /** Makes sure that what follows comes after `ts`, even when the clock was set back meanwhile. */
  continueAfter(ts: string): void {
    this.#last = Math.max(this.#last, Number(ts.replace('.', '')));
  }
}
