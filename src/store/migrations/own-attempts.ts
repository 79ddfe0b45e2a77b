import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the running processes, the attempts that each has started, and those that another process has to answer. */
export const ownAttempts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table attempts add column owner text`.execute(db);
    await sql`create index attempts_of_owner on attempts (owner, at) where owner is not null`.execute(db);
    await sql`create table processes (
      id text primary key,
      until bigint not null,
      since bigint not null,
      unanswered text not null
    )`.execute(db);
    await sql`create table interruptions (
      team_id text not null,
      id text not null,
      due_at bigint,
      tries bigint not null,
      planned_at bigint not null,
      primary key (team_id, id)
    )`.execute(db);
    await sql`create index interruptions_due on interruptions (due_at) where due_at is not null`.execute(db);
    await sql`create index interruptions_by_age on interruptions (planned_at)`.execute(db);
  },
};
