import { type RawBuilder, sql } from 'kysely';
import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';

/**
 * The time `ms` from now, for times that several processes compare. Uses the database's clock on PostgreSQL, because
 * the clocks of processes differ. A libsql file is only used on one machine.
 */
export function inMs({ kind, now }: Pick<StoreParts, 'kind' | 'now'>, ms: number): RawBuilder<number> {
  if (kind === 'libsql') return sql<number>`${wholeMs(now() + ms)}`;
  return sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ms}::bigint`;
}
