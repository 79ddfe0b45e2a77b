import { type Kysely, type Migration, sql } from 'kysely';

/** The one row that is written to find out whether the database takes writes. */
export const checkWrites: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table write_checks (id bigint primary key, at bigint not null)`.execute(db);
  },
};
