import { randomBytes } from 'node:crypto';
import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { inMs } from './database-clock.ts';

/** A request that is still unanswered after this long is considered abandoned. */
export const LONGEST_REQUEST_MS = 60 * 60_000;

/**
 * The running processes. Each renews its row while it runs, and lists its unanswered requests there. So answering a
 * request takes no query, and if the process is killed, `Interruptions` finds its requests in the row.
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

  /**
   * The ID of this process; null before its first renewal, which never happens in a process that answers no requests.
   */
  get ownId(): string | null {
    return this.#hasJoined ? this.#id : null;
  }

  /** Call when a request begins. */
  started(ref: string): void {
    this.#unanswered.set(ref, this.#parts.now());
  }

  answered(ref: string): void {
    this.#unanswered.delete(ref);
  }

  /** Unless this is called again within `ms`, the process counts as killed. @throws the database's errors. */
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

  /** The number of processes that share the store now. @throws the database's errors. */
  async countLiving(): Promise<number> {
    // Only one process can use the file.
    if (this.#parts.kind === 'libsql') return 1;
    const { living } = await this.#parts.db
      .selectFrom('processes')
      .select(({ fn }) => fn.countAll<string>().as('living'))
      .where('until', '>', inMs(this.#parts, 0))
      .executeTakeFirstOrThrow();
    return Number(living);
  }

  /**
   * Lets the other processes answer this one's unanswered requests.
   * @throws the database's errors.
   */
  leave(): Promise<void> {
    return this.renew(0);
  }
}
