import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the last saved assignment of each Agent, because the service may not report it. */
export const keepAssignments: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table assignments (
      team_id text not null,
      agent_id bigint not null,
      saved_at bigint not null,
      ability_ids text not null,
      primary key (team_id, agent_id)
    )`.execute(db);
  },
};
