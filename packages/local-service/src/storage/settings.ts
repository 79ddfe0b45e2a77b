import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** The stored value, or `initial`, which is then stored. Concurrent callers get the same value. */
export async function ensureSetting(db: Kysely<Schema>, name: string, initial: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: initial })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
