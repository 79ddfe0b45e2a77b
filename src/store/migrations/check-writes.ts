import { type Kysely, type Migration, sql } from 'kysely';

/** Adds a table with a single row, which is written to test whether the database accepts writes. */
export const checkWrites: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table write_checks (id bigint primary key, at bigint not null)`.execute(db);
  },
};
