import type { Kysely } from 'kysely';
import type { AccountId } from './ids.ts';
import type { Schema } from './schema.ts';

/** The account that the service runs for when nothing else is said. */
export const DEFAULT_ACCOUNT = 'default';

export async function findAccount(db: Kysely<Schema>, name: string): Promise<AccountId | null> {
  const row = await db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

/** The account of that name, created when it is new. */
export async function ensureAccount(db: Kysely<Schema>, name: string): Promise<AccountId> {
  await db
    .insertInto('accounts')
    .values({ name, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return row.id;
}
