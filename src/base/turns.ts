/**
 * Runs tasks with the same key one after another, so that the second of two clicks sees the result of the first. Tasks
 * with different keys run concurrently. A failed task doesn't block the next one.
 */
export class TurnsByKey {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** True if a new task with this key would have to wait. */
  isBusy(key: string): boolean {
    return this.#tails.has(key);
  }

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(task);
    const tail = result.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
