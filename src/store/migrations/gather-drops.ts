import { type Kysely, type Migration, sql } from 'kysely';
import type { StoreKind } from '../schema.ts';

/** Numbers shared files in the order in which they were stored, because the clocks of processes may differ. */
export const numberDrops = (kind: StoreKind): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of kind === 'postgresql' ? ADD_COLUMN : MAKE_ANEW) await statement.execute(db);
  },
});

const ADD_COLUMN = [sql`alter table drops add column position bigint generated always as identity unique`];

/** SQLite only numbers rows by their primary key, which can't be added to an existing table. */
const MAKE_ANEW = [
  sql`alter table drops rename to drops_before`,
  sql`create table drops (
    position integer primary key autoincrement,
    team_id text not null,
    event_id text not null,
    channel_id text not null,
    user_id text not null,
    file_id text not null,
    due_at bigint not null,
    tries integer not null,
    answered_at bigint,
    unique (team_id, event_id)
  )`,
  sql`insert into drops (team_id, event_id, channel_id, user_id, file_id, due_at, tries, answered_at)
    select team_id, event_id, channel_id, user_id, file_id, due_at, tries, answered_at
    from drops_before order by rowid`,
  sql`drop table drops_before`,
  sql`create index drops_due on drops (due_at) where answered_at is null`,
];
