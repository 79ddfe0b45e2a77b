import { createHash } from 'node:crypto';
import type { AuditEnd, AuditStart } from './audit-record.ts';
import type { StoreParts } from './database.ts';

/** For this long, repeated refusals are counted instead of stored. */
const WHILE_MS = 60 * 60_000;
/** How many different refusals are stored per person in that time. All others are counted in one more row. */
const MAX_KINDS = 10;
const OTHERS = '';

/**
 * Counts a refused attempt. Uses separate statements, because a transaction would lock a database file for longer.
 * @returns true if the attempt must be stored, because it is the first of its kind.
 */
export async function countRefusal(
  { db }: Pick<StoreParts, 'db'>,
  tenantId: string,
  start: AuditStart,
  ended: AuditEnd,
  at: number,
): Promise<boolean> {
  const since = at - (at % WHILE_MS);
  const own = { team_id: tenantId, user_id: start.userId, since };
  const countAgain = async (kind: string) => {
    const counted = await db
      .updateTable('refusal_counts')
      .set((row) => ({
        times: row('times', '+', 1),
        // A concurrent query may have written a later time.
        last_at: row.case().when('last_at', '>', at).then(row.ref('last_at')).else(at).end(),
      }))
      .where('team_id', '=', tenantId)
      .where('user_id', '=', start.userId)
      .where('since', '=', since)
      .where('kind', '=', kind)
      .returning('slot')
      .executeTakeFirst();
    return counted !== undefined;
  };
  const add = async (slot: number, kind: string) => {
    const added = await db
      .insertInto('refusal_counts')
      .values({ ...own, slot, kind, attempt_id: start.id, times: 1, last_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('slot')
      .executeTakeFirst();
    return added !== undefined;
  };
  const kind = kindOf(start, ended);
  if (await countAgain(kind)) return false;
  const { taken } = await db
    .selectFrom('refusal_counts')
    .select((all) => all.fn.countAll<number>().as('taken'))
    .where('team_id', '=', tenantId)
    .where('user_id', '=', start.userId)
    .where('since', '=', since)
    .executeTakeFirstOrThrow();
  // Retries with the next slot: a concurrent insert may have taken this one, perhaps for the same refusal.
  for (let slot = Number(taken); slot < MAX_KINDS; slot += 1) {
    if (await add(slot, kind)) return true;
    if (await countAgain(kind)) return false;
  }
  if (await countAgain(OTHERS)) return false;
  return (await add(MAX_KINDS, OTHERS)) || !(await countAgain(OTHERS));
}

/** Targets are omitted, because they follow from the verb and the line. */
const kindOf = ({ channelId, line, verb }: AuditStart, { why }: AuditEnd): string =>
  createHash('sha256')
    .update(JSON.stringify([channelId, verb, line, why]))
    .digest('base64url');
