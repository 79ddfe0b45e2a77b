/** More than anyone clicks while waiting for earlier answers. */
export const MAX_REQUESTS_EACH = 10;

/**
 * Counts each person's requests in progress, in one workspace and process, so that one person can't block everyone
 * else.
 */
export class OwnRequests {
  readonly #counts = new Map<string, number>();

  /** @returns null if the person has too many requests in progress; the work isn't started then. */
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
