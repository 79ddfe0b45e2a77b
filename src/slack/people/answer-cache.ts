import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.ts';

const ANSWER_KEEP_MS = 60_000;
const MAX_ENTRIES = 5000;

/** Caches answers for a minute. Concurrent callers share one lookup; failures are not cached. */
export class AnswerCache<T> {
  readonly #kept: LRUCache<string, Promise<T>>;

  constructor(now: Clock['monotonic']) {
    // Not `max`: that allocates room for all entries immediately, some 200 KB in each of two caches per workspace.
    const size = { maxSize: MAX_ENTRIES, sizeCalculation: () => 1 };
    this.#kept = new LRUCache({ ...size, ttl: ANSWER_KEEP_MS, ttlResolution: 0, perf: { now } });
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known) return known;
    const answer = ask();
    this.#kept.set(key, answer);
    answer.catch(() => {
      if (this.#kept.peek(key) === answer) this.#kept.delete(key);
    });
    return answer;
  }
}
