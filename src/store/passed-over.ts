import type { Clock } from '../base/clock.ts';

const PASS_OVER_MS = 60 * 60_000;

/**
 * Records that this version can't read. They are skipped for an hour, in this process only: during an update, a newer
 * version that runs at the same time processes them.
 */
export class PassedOver {
  readonly #now: Clock['now'];
  readonly #until = new Map<string, number>();

  constructor(now: Clock['now']) {
    this.#now = now;
  }

  /** @returns false if the record was already passed over in the last two hours. */
  passOver(id: string): boolean {
    const isFirst = !this.#until.has(id);
    this.#until.set(id, this.#now() + PASS_OVER_MS);
    return isFirst;
  }

  /** The IDs of the records that are currently passed over. */
  get ids(): string[] {
    const now = this.#now();
    for (const [id, until] of this.#until) if (until + PASS_OVER_MS <= now) this.#until.delete(id);
    return [...this.#until].flatMap(([id, until]) => (until > now ? [id] : []));
  }
}
