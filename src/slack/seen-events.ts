const KEEP_MS = 10 * 60_000;

/**
 * What was claimed in the last ten minutes. Slack delivers an event again when it is not sure that it arrived: at once,
 * after a minute and after five, also on another socket. A claim is released when the work behind it was not done.
 */
export class SeenEvents {
  readonly #seen = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** True for the first to ask within ten minutes. */
  claim(key: string): boolean {
    const now = this.#now();
    for (const [old, at] of this.#seen) {
      if (now - at < KEEP_MS) break;
      this.#seen.delete(old);
    }
    if (this.#seen.has(key)) return false;
    this.#seen.set(key, now);
    return true;
  }

  release(key: string): void {
    this.#seen.delete(key);
  }
}
