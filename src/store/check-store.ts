import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { StoreAwayError } from './store-away.ts';

/** How often a write is tried; its result is reused in between. */
const WRITE_EVERY_MS = 10_000;

/** Shown by /readyz. */
export const REFUSES_WRITES = 'refuses writes';

export interface StoreHealth {
  /**
   * The database's error from the latest test write, for example because the disk is full or read-only; null if it
   * succeeded.
   */
  refusesWrites: Error | null;
}

/** Reads a row on each check, and writes one at most every ten seconds. */
export class StoreCheck {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;
  #written: { at: number; health: Promise<StoreHealth> } | null = null;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  /** @throws the database's errors if it doesn't respond. */
  async run(): Promise<StoreHealth> {
    const { db, now } = this.#parts;
    await db.selectFrom('uploads').select('id').limit(1).execute();
    const at = now();
    const age = at - (this.#written?.at ?? Number.NEGATIVE_INFINITY);
    // A negative age means that the clock was set back.
    if (this.#written === null || age < 0 || age >= WRITE_EVERY_MS) this.#written = { at, health: this.#write(at) };
    const written = this.#written;
    try {
      return await written.health;
    } catch (error) {
      if (this.#written === written) this.#written = null;
      throw error;
    }
  }

  async #write(at: number): Promise<StoreHealth> {
    try {
      const row = { at: wholeMs(at) };
      await this.#parts.db
        .insertInto('write_checks')
        .values({ id: 1, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      return { refusesWrites: null };
    } catch (error) {
      if (error instanceof StoreAwayError || !(error instanceof Error)) throw error;
      return { refusesWrites: error };
    }
  }
}
