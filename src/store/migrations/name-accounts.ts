import { type Kysely, type Migration, sql } from 'kysely';

/** The account that a change was made in, and that an approval was asked for; null for older rows. */
export const nameAccounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table changes add column account bigint`.execute(db);
    await sql`alter table approvals add column account bigint`.execute(db);
  },
};
