/** Until when Slack wants to hear nothing, by what it limits together. What is over is forgotten. */
export class HeldLimits {
  readonly #until = new Map<string, number>();

  /** Two calls that were under way at once may be told different times: the later one holds. */
  hold(limit: string, until: number): void {
    this.#until.set(limit, Math.max(until, this.#until.get(limit) ?? 0));
  }

  /** @returns from when on it may be asked again; `now` when it may be asked at once. */
  freeAt(limit: string, now: number): number {
    return Math.max(this.#until.get(limit) ?? 0, now);
  }

  forgetOver(now: number): void {
    for (const [limit, until] of this.#until) if (until <= now) this.#until.delete(limit);
  }
}
