/** Pseudo-random numbers, the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but excluding `below`. */
  below(below: number): number {
    // Mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('There is nothing to choose from.');
    return value;
  }
}
