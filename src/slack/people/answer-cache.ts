const ANSWER_KEEP_MS = 60_000;
const MAX_ENTRIES = 5000;

/** Answers that stay true for a minute. Those who ask for the same at once wait for one answer; a failure is not kept. */
export class AnswerCache<T> {
  readonly #now: () => number;
  readonly #kept = new Map<string, { until: number; answer: Promise<T> }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known && known.until > this.#now()) return known.answer;
    const answer = ask();
    const entry = { until: this.#now() + ANSWER_KEEP_MS, answer };
    // Set anew, so that the map stays in the order of age.
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_ENTRIES && oldest !== undefined) this.#kept.delete(oldest);
    answer.catch(() => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    });
    return answer;
  }
}
