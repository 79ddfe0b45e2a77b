/** A list as it was read a moment ago. */
interface Kept<T> {
  rows: Promise<T[]>;
  /** In milliseconds; null while it is being read. */
  readAt: number | null;
}

/**
 * One of the account's lists, kept for a moment. Equal looks at the same time are one call; what was begun before an own
 * write is not kept after it.
 */
export class KeptList<T> {
  readonly #read: () => Promise<T[]>;
  readonly #keepMs: number;
  readonly #now: () => number;
  #kept: Kept<T> | null = null;
  #writes = 0;

  constructor(read: () => Promise<T[]>, keepMs: number, now: () => number) {
    this.#read = read;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  /** As it was at most `keepMs` ago, or as a read that is under way will find it. */
  look(): Promise<T[]> {
    const kept = this.#kept;
    if (kept && (kept.readAt === null || this.#isGood(kept.readAt))) return kept.rows;
    return this.readNow();
  }

  /** As it is now: a read of its own. */
  readNow(): Promise<T[]> {
    const rows = this.#read();
    const reading: Kept<T> = { rows, readAt: null };
    this.#kept = reading;
    rows.then(
      () => {
        reading.readAt = this.#now();
      },
      // Whoever asked is told; the next one asks anew.
      () => {
        if (this.#kept === reading) this.#kept = null;
      },
    );
    return rows;
  }

  /**
   * Makes a change of the account that this list shows, and forgets the list, before and after.
   * @param afterOf what a change with that result makes of the rows, null where that is not known: they are kept then,
   * unless anything else was written or read meanwhile, and count as read when they were.
   */
  async write<R>(
    change: () => Promise<R>,
    afterOf: (result: R) => ((rows: T[]) => T[]) | null = () => null,
  ): Promise<R> {
    const before = this.#kept;
    this.#kept = null;
    this.#writes += 1;
    const own = this.#writes;
    let kept: Kept<T> | null = null;
    try {
      const result = await change();
      const after = afterOf(result);
      const isAlone = own === this.#writes && this.#kept === null;
      if (after && isAlone && before?.readAt) kept = { rows: before.rows.then(after), readAt: before.readAt };
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
