import { type Kysely, type Migration, sql } from 'kysely';

/** Adds planned commands, and Abilities that are disabled for a while. */
export const planCommands: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table schedules (
      team_id text not null,
      id text not null,
      account bigint not null,
      user_id text not null,
      line text not null,
      due_at bigint not null,
      planned_for bigint not null,
      tries bigint not null,
      primary key (team_id, id)
    )`.execute(db);
    await sql`create index schedules_due on schedules (due_at)`.execute(db);
    await sql`create table quiets (
      team_id text not null,
      id text not null,
      account bigint not null,
      started_at bigint not null,
      document text not null,
      primary key (team_id, id)
    )`.execute(db);
  },
};
