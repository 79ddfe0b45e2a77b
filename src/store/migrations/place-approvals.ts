import { type Kysely, type Migration, sql } from 'kysely';

/** Adds all messages of a request for approval, and the time when its approvers are reminded. */
export const placeApprovals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table approvals add column remind_at bigint`.execute(db);
    await sql`create index approvals_to_remind on approvals (remind_at) where remind_at is not null`.execute(db);
    await sql`create table approval_messages (
      team_id text not null,
      approval_id text not null,
      channel text not null,
      ts text not null,
      thread_ts text,
      primary key (team_id, approval_id, channel, ts)
    )`.execute(db);
  },
};
