/**
 * Runs tasks with the same key one after another, so the second of two clicks sees what the first has written.
 * Different keys do not wait for each other. A failing task does not block the next.
 */
export class TurnsByKey {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Whether a new task with this key would have to wait. */
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
