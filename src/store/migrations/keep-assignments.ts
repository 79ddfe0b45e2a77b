import { type Kysely, type Migration, sql } from 'kysely';

/** The last saved assignment of each Agent, since the service may not show it. */
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
