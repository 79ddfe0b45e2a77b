import type { Clock } from '../base/clock.ts';

const PASS_OVER_MS = 60 * 60_000;

/**
 * The records that this version cannot read. It passes over them for an hour, and only in memory: during an update, a
 * newer version beside it processes them.
 */
export class PassedOver {
  readonly #now: Clock['now'];
  readonly #until = new Map<string, number>();

  constructor(now: Clock['now']) {
    this.#now = now;
  }

  /** False if it was last passed over less than two hours ago. */
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
