import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the account that a change or an approval is about; null in older rows. */
export const nameAccounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table changes add column account bigint`.execute(db);
    await sql`alter table approvals add column account bigint`.execute(db);
  },
};
