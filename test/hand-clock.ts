import type { QueueClock } from '../src/slack/outbound/queue.ts';

/** A clock that goes on only when a test says so. */
export class HandClock implements QueueClock {
  #now = 1_000_000;
  readonly #timers = new Set<{ at: number; run: () => void }>();

  readonly now = (): number => this.#now;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** Calls what is due by then, in its order, each at its own time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }
}
