import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { StoreParts } from './database.ts';
import { inMs } from './database-clock.ts';
import type { TenantLeases } from './lease-record.ts';

/** Longer than the usual time between two redraws of the same message. */
const KEEP_MS = 10 * 60_000;

/**
 * Leases on things, across all processes. A lease ends unless it is renewed, so that a killed process blocks nothing.
 * No database connection is held in the meantime.
 */
export class Leases {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>) {
    this.#parts = parts;
  }

  /** A new lease holder. Each cache of the account needs its own. */
  of(tenantId: string): TenantLeases {
    const { db } = this.#parts;
    const owner = randomBytes(8).toString('hex');
    const mine = (thing: string) =>
      db
        .updateTable('leases')
        .where('team_id', '=', tenantId)
        .where('thing', '=', thing)
        .where('owner', '=', owner)
        .where('until', '>', inMs(this.#parts, 0));
    return {
      take: async (thing, ms) => {
        const taken = await db
          .insertInto('leases')
          .values({ team_id: tenantId, thing, owner, until: inMs(this.#parts, ms), previous_owner: null })
          .onConflict((conflict) =>
            conflict
              .columns(['team_id', 'thing'])
              .doUpdateSet((row) => ({
                owner: row.ref('excluded.owner'),
                until: row.ref('excluded.until'),
                previous_owner: row.ref('leases.owner'),
              }))
              .where('leases.until', '<=', inMs(this.#parts, 0)),
          )
          .returning(['previous_owner', this.#nextPosition().as('position')])
          .executeTakeFirst();
        if (!taken) return null;
        const { position, previous_owner: previous } = taken;
        return {
          followsAnother: previous !== null && previous !== owner,
          position: position === null ? null : Number(position),
        };
      },
      renew: async (thing, ms) => {
        const { numUpdatedRows } = await mine(thing)
          .set({ until: inMs(this.#parts, ms) })
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      },
      // Keeps the row, so that the next holder knows the previous one. A negative time is free, even if the clock is
      // set back.
      release: async (thing) => {
        await mine(thing)
          .set({ until: sql<number>`-(${inMs(this.#parts, 0)})` })
          .execute();
      },
    };
  }

  /** Deletes leases that ended more than `KEEP_MS` ago. */
  async expire(): Promise<void> {
    await this.#parts.db.deleteFrom('leases').where(sql`abs(until)`, '<=', inMs(this.#parts, -KEEP_MS)).execute();
  }

  /** For a workspace that has removed the bot. */
  async forget(tenantId: string): Promise<void> {
    await this.#parts.db.deleteFrom('leases').where('team_id', '=', tenantId).execute();
  }

  /** The next position in the undo log. */
  #nextPosition(): RawBuilder<number | null> {
    if (this.#parts.kind === 'libsql') return sql<null>`null`;
    return sql<number>`nextval(pg_get_serial_sequence('changes', 'position'))`;
  }
}
