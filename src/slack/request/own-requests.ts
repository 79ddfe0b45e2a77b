/** More than anybody clicks while earlier answers are awaited. */
export const MAX_REQUESTS_EACH = 10;

/**
 * The requests of each person that are in progress, in one workspace and process: one person must not take the time of
 * all others.
 */
export class OwnRequests {
  readonly #counts = new Map<string, number>();

  /** @returns null if there are too many already: the work is not started. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T> | null {
    const count = this.#counts.get(userId) ?? 0;
    if (count >= MAX_REQUESTS_EACH) return null;
    this.#counts.set(userId, count + 1);
    return work().finally(() => this.#end(userId));
  }

  #end(userId: string): void {
    const left = (this.#counts.get(userId) ?? 0) - 1;
    if (left > 0) this.#counts.set(userId, left);
    else this.#counts.delete(userId);
  }
}
