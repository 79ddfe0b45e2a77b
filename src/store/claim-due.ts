import type { RawBuilder } from 'kysely';
import type { StoreParts } from './database.ts';

interface Due {
  table: 'interruptions' | 'later_looks' | 'schedules';
  /** Null for all workspaces. */
  tenantId: string | null;
  /** IDs of rows that this process must not claim. */
  passedOver?: readonly string[];
}

/** An update that claims the due rows, longest due first. Rows that another process is just claiming are skipped. */
export function claimDue(
  { db, kind }: Pick<StoreParts, 'db' | 'kind'>,
  { at, limit, passedOver = [], table, tenantId }: Due & { at: RawBuilder<number> | number; limit: number },
) {
  const due = db
    .selectFrom(table)
    .select(['team_id', 'id'])
    .where('due_at', '<=', at)
    .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
    .$if(passedOver.length > 0, (all) => all.where('id', 'not in', passedOver))
    .orderBy('due_at')
    .limit(limit)
    .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked());
  return (
    db
      // A CTE, because PostgreSQL may run a subquery several times, and would lock other rows each time.
      .with('due', () => due)
      .updateTable(table)
      .where((where) =>
        where.exists((query) =>
          query
            .selectFrom('due')
            .select('due.id')
            .whereRef('due.id', '=', `${table}.id`)
            .whereRef('due.team_id', '=', `${table}.team_id`),
        ),
      )
  );
}

/** When the next row is due, possibly in the past; null if there is none. */
export async function nextDueAt(
  { db }: Pick<StoreParts, 'db'>,
  { passedOver = [], table, tenantId }: Omit<Due, 'table'> & { table: Due['table'] | 'watches' },
): Promise<number | null> {
  const { next } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.min<number | null>('due_at').as('next'))
    .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
    .$if(passedOver.length > 0, (all) => all.where('id', 'not in', passedOver))
    .executeTakeFirstOrThrow();
  return next === null ? null : Number(next);
}
