import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { StoreAwayError } from './store-away.ts';

/** The result of a write is reused for this long. */
const WRITE_EVERY_MS = 10_000;

/** In /readyz. */
export const REFUSES_WRITES = 'refuses writes';

export interface StoreHealth {
  /** The database's error of the latest small write: the disk is full, or it is read-only. Null if it was written. */
  refusesWrites: Error | null;
}

/** Reads a row each time, and writes one at most every ten seconds. */
export class StoreCheck {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;
  #written: { at: number; health: Promise<StoreHealth> } | null = null;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  /** @throws the database's errors if it does not answer. */
  async run(): Promise<StoreHealth> {
    const { db, now } = this.#parts;
    await db.selectFrom('uploads').select('id').limit(1).execute();
    const at = now();
    const age = at - (this.#written?.at ?? Number.NEGATIVE_INFINITY);
    // The clock was set back, or the write is due.
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
