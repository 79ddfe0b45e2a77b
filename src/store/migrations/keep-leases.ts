import { type Kysely, type Migration, sql } from 'kysely';

/** Adds leases on things that a process changes or draws. */
export const keepLeases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table leases (
      team_id text not null,
      thing text not null,
      owner text not null,
      until bigint not null,
      previous_owner text,
      primary key (team_id, thing)
    )`.execute(db);
  },
};
