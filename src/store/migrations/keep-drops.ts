import { type Kysely, type Migration, sql } from 'kysely';

/** Adds shared files that haven't been answered. */
export const keepDrops: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      sql`create table drops (
        team_id text not null,
        event_id text not null,
        channel_id text not null,
        user_id text not null,
        file_id text not null,
        due_at bigint not null,
        tries integer not null,
        answered_at bigint,
        primary key (team_id, event_id)
      )`,
      sql`create index drops_due on drops (due_at) where answered_at is null`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
