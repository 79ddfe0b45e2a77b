import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the shared message that a change was made from. */
export const placeChanges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table changes add column shared text`.execute(db);
  },
};
