/** An answer as it was read a moment ago. */
interface Kept<T> {
  value: Promise<T>;
  /** In milliseconds; null while it is being read. */
  readAt: number | null;
}

/**
 * What the service says of one thing, such as a list of the account, kept for a moment. Equal looks at the same time are one call; what was begun before an own
 * write is not kept after it.
 */
export class KeptAnswer<T> {
  readonly #read: () => Promise<T>;
  readonly #keepMs: number;
  readonly #now: () => number;
  #kept: Kept<T> | null = null;
  #writes = 0;

  constructor(read: () => Promise<T>, keepMs: number, now: () => number) {
    this.#read = read;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  /** As it was at most `keepMs` ago, or as a read that is under way will find it. */
  look(): Promise<T> {
    const kept = this.#kept;
    if (kept && (kept.readAt === null || this.#isGood(kept.readAt))) return kept.value;
    return this.readNow();
  }

  /** As it is now: a read of its own. */
  readNow(): Promise<T> {
    const value = this.#read();
    const reading: Kept<T> = { value, readAt: null };
    this.#kept = reading;
    value.then(
      () => {
        reading.readAt = this.#now();
      },
      // Whoever asked is told; the next one asks anew.
      () => {
        if (this.#kept === reading) this.#kept = null;
      },
    );
    return value;
  }

  /**
   * Makes a change of the account that shows in this answer, and forgets the answer, before and after.
   * @param afterOf what a change with that result makes of it, null where that is not known: it is kept then,
   * unless anything else was written or read meanwhile, and counts as read when it was.
   */
  async write<R>(change: () => Promise<R>, afterOf: (result: R) => ((value: T) => T) | null = () => null): Promise<R> {
    const before = this.#kept;
    this.#kept = null;
    this.#writes += 1;
    const own = this.#writes;
    let kept: Kept<T> | null = null;
    try {
      const result = await change();
      const after = afterOf(result);
      const isAlone = own === this.#writes && this.#kept === null;
      if (after && isAlone && before?.readAt) kept = { value: before.value.then(after), readAt: before.readAt };
      return result;
    } finally {
      this.#kept = kept;
      // Whatever was begun before this end does not know of it.
      this.#writes += 1;
    }
  }

  #isGood(readAt: number): boolean {
    return this.#now() - readAt < this.#keepMs;
  }
}
