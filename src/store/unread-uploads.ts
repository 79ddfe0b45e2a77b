import type { Clock } from '../base/clock.ts';

const AGAIN_MS = 60 * 60_000;

/**
 * The uploads that this version cannot read. It passes over them for an hour, and only in memory: during an update, a
 * newer version beside it processes them.
 */
export class UnreadUploads {
  readonly #now: Clock['now'];
  readonly #until = new Map<string, number>();

  constructor(now: Clock['now']) {
    this.#now = now;
  }

  passOver(id: string): void {
    this.#until.set(id, this.#now() + AGAIN_MS);
  }

  /** Those that are passed over now. */
  get ids(): string[] {
    for (const [id, until] of this.#until) if (until <= this.#now()) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}
