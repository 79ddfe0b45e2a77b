import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the Home tabs that may be open. */
export const keepHomeViewers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table home_viewers (
      team_id text not null,
      user_id text not null,
      opened_at bigint not null,
      notice text,
      primary key (team_id, user_id)
    )`.execute(db);
  },
};
