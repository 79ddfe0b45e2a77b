import type { Kysely } from 'kysely';
import type { AccountId } from './ids.ts';
import type { Schema } from './schema.ts';

export const DEFAULT_ACCOUNT = 'default';

export async function findAccount(db: Kysely<Schema>, name: string): Promise<AccountId | null> {
  const row = await db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

/** Creates the account if needed. */
export async function ensureAccount(db: Kysely<Schema>, name: string): Promise<AccountId> {
  await db
    .insertInto('accounts')
    .values({ name, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return row.id;
}
