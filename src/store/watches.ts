import { type Kysely, type RawBuilder, sql } from 'kysely';
import { nextDueAt } from './claim-due.ts';
import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { Schema } from './schema.ts';

/** A check counts as late if it is overdue by the interval divided by this. */
const LATE_PART = 10;

/** Starts or stops watching a workspace. A new watch is due at `dueAt`. */
export async function setWatched(
  db: Kysely<Schema>,
  tenantId: string,
  isWatched: boolean,
  dueAt: number,
): Promise<void> {
  if (!isWatched) await db.deleteFrom('watches').where('team_id', '=', tenantId).execute();
  else {
    await db
      .insertInto('watches')
      .values({ team_id: tenantId, due_at: wholeMs(dueAt) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export interface TenantWatch {
  /** Watches the workspace regardless of its settings. Due immediately, unless it is already watched. */
  add(): Promise<void>;
  /** Makes the check due `inMs` from now. Ignored if the workspace is no longer watched. */
  again(inMs: number): Promise<void>;
  /** Stops watching the workspace. */
  forget(): Promise<void>;
}

/**
 * When the account of each watched workspace is checked next. Each workspace with a watch channel has a row, written
 * together with its settings. Times are milliseconds since 1970, durations are milliseconds.
 */
export class Watches {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>) {
    this.#parts = parts;
  }

  of(tenantId: string): TenantWatch {
    const { db, now } = this.#parts;
    return {
      add: () => setWatched(db, tenantId, true, now()),
      again: async (inMs) => {
        await db
          .updateTable('watches')
          .set({ due_at: wholeMs(now() + inMs) })
          .where('team_id', '=', tenantId)
          .execute();
      },
      forget: () => setWatched(db, tenantId, false, 0),
    };
  }

  /**
   * Claims due workspaces, longest due first: one workspace, or all if null. Each becomes due again after `everyMs`.
   * After an outage, all are late and would stay in step, so a late one becomes due up to half an interval sooner or
   * later.
   */
  async takeDue(limit: number, everyMs: number, tenantId: string | null): Promise<string[]> {
    const { db, kind, now } = this.#parts;
    const at = wholeMs(now());
    const due = db
      .selectFrom('watches')
      .select('team_id')
      .where('due_at', '<=', at)
      .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
      .orderBy('due_at')
      .limit(limit)
      .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked());
    const taken = await db
      // A CTE, because PostgreSQL may run a subquery several times, and would lock other rows each time.
      .with('due', () => due)
      .updateTable('watches')
      .set(({ eb }) => ({
        due_at: eb
          .case()
          .when('due_at', '<', wholeMs(at - everyMs / LATE_PART))
          .then(sql<number>`${wholeMs(at + everyMs / 2)} + ${this.#randomBelow(wholeMs(everyMs))}`)
          .else(wholeMs(at + everyMs))
          .end(),
      }))
      .where('team_id', 'in', (query) => query.selectFrom('due').select('team_id'))
      .returning('team_id')
      .execute();
    return taken.map(({ team_id }) => team_id);
  }

  /**
   * When the next check is due, possibly in the past; null if nothing is watched. For one workspace, or for all if
   * null.
   */
  nextDueAt(tenantId: string | null): Promise<number | null> {
    return nextDueAt(this.#parts, { table: 'watches', tenantId });
  }

  /**
   * How long the most overdue check has waited, in milliseconds; 0 if none is due. For one workspace, or for all if
   * null.
   */
  async behindMs(tenantId: string | null): Promise<number> {
    const next = await this.nextDueAt(tenantId);
    return next === null ? 0 : Math.max(0, this.#parts.now() - next);
  }

  /** A different random number for each row. */
  #randomBelow(limit: number): RawBuilder<number> {
    if (this.#parts.kind === 'libsql') return sql<number>`abs(random() % ${limit})`;
    return sql<number>`floor(random() * ${limit}::bigint)::bigint`;
  }
}
