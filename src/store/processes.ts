import { randomBytes } from 'node:crypto';
import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { inMs } from './database-clock.ts';

/** Longer than any request. A request that is still unanswered after this time was given up on. */
export const LONGEST_REQUEST_MS = 60 * 60_000;

/**
 * The running processes. Each renews its row for as long as it lives, and lists in it the requests that it has not
 * answered, so that answering one costs no query: after a kill, `Interruptions` takes them from there.
 */
export class Processes {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;
  readonly #id = randomBytes(8).toString('hex');
  /** Start times by ref. */
  readonly #unanswered = new Map<string, number>();
  #hasJoined = false;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>) {
    this.#parts = parts;
  }

  /** The ID of this process; null before its first renewal, and if it answers no requests. */
  get ownId(): string | null {
    return this.#hasJoined ? this.#id : null;
  }

  /** A request has begun. */
  started(ref: string): void {
    this.#unanswered.set(ref, this.#parts.now());
  }

  answered(ref: string): void {
    this.#unanswered.delete(ref);
  }

  /** Without another call within `ms`, this process counts as killed. @throws the database's errors. */
  async renew(ms: number): Promise<void> {
    const now = this.#parts.now();
    for (const [ref, at] of this.#unanswered) if (at < now - LONGEST_REQUEST_MS) this.#unanswered.delete(ref);
    const row = {
      until: inMs(this.#parts, ms),
      since: wholeMs(now),
      unanswered: JSON.stringify([...this.#unanswered.keys()]),
    };
    await this.#parts.db
      .insertInto('processes')
      .values({ id: this.#id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    this.#hasJoined = true;
  }

  /** How many processes share the store now. @throws the database's errors. */
  async countLiving(): Promise<number> {
    // The file belongs to one process.
    if (this.#parts.kind === 'libsql') return 1;
    const { living } = await this.#parts.db
      .selectFrom('processes')
      .select(({ fn }) => fn.countAll<string>().as('living'))
      .where('until', '>', inMs(this.#parts, 0))
      .executeTakeFirstOrThrow();
    return Number(living);
  }

  /**
   * Hands over the unanswered requests of this process to the others.
   * @throws the database's errors.
   */
  leave(): Promise<void> {
    return this.renew(0);
  }
}
