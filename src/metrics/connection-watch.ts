/** A socket is replaced every few hours, and a replacement takes seconds. */
const GRACE_MS = 60_000;

/** Knows since when the bot hears nothing from Slack: a dead socket in a living process is the classic outage. */
export class ConnectionWatch {
  readonly #now: () => number;
  readonly #graceMs: number;
  #connectedAt: number | null = null;
  #lostAt: number | null = null;

  constructor(now: () => number, graceMs = GRACE_MS) {
    this.#now = now;
    this.#graceMs = graceMs;
  }

  connected(): void {
    this.#connectedAt = this.#now();
    this.#lostAt = null;
  }

  lost(): void {
    this.#lostAt ??= this.#now();
  }

  /** False when the connection has been away for longer than a replacement takes. */
  get healthy(): boolean {
    return this.#lostAt === null || this.#now() - this.#lostAt < this.#graceMs;
  }

  /** Whether there is a connection at this moment. */
  get isConnected(): boolean {
    return this.#connectedAt !== null && this.#lostAt === null;
  }

  /** Since when it is there, or away, in milliseconds since 1970; null before the first. */
  get since(): number | null {
    return this.#lostAt ?? this.#connectedAt;
  }
}
