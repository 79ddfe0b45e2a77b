import { type Kysely, type Migration, sql } from 'kysely';
import type { StoreKind } from './schema.ts';

/** In order of their names. A migration that has been released is never edited. */
export const createMigrations = (kind: StoreKind): Record<string, Migration> => ({
  '0001-create-tables': createTables(kind),
  '0002-keep-changes': keepChanges(kind),
  '0003-keep-assignments': keepAssignments,
});

/**
 * The large columns come last: SQLite reads a row from its beginning, and a long document lies on pages of its own.
 *
 * `uploads_to_claim` holds everything that claiming asks about, oldest first, and only what is not over. What has not
 * ended has not been told either, so that it also narrows the list of a workspace.
 */
const createTables = (kind: StoreKind): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const bytes = sql.raw(kind === 'postgresql' ? 'bytea' : 'blob');
    const statements = [
      sql`create table uploads (
        id text primary key,
        submission_key text not null unique,
        team_id text not null,
        user_id text not null,
        state text not null,
        version bigint not null,
        accepted_at bigint not null,
        changed_at bigint not null,
        due_at bigint not null,
        lease_owner text,
        lease_until bigint not null,
        held_version bigint not null,
        told_at bigint,
        place_channel text,
        place_ts text,
        document text not null
      )`,
      sql`create index uploads_to_claim on uploads (accepted_at, id, due_at, lease_until) where told_at is null`,
      sql`create index uploads_waiting on uploads (accepted_at, id, lease_until) where state = 'accepted'`,
      sql`create index uploads_of_team on uploads (team_id, accepted_at, id) where told_at is null`,
      sql`create unique index uploads_of_place on uploads (place_channel, place_ts)
        where state not in ('refused', 'failed', 'cancelled')`,
      sql`create index uploads_told on uploads (told_at) where told_at is not null`,
      sql`create table seen_keys (key text primary key, expires_at bigint not null)`,
      sql`create index seen_keys_expiring on seen_keys (expires_at)`,
      sql`create table package_chunks (
        upload_id text not null,
        role text not null,
        generation bigint not null,
        position bigint not null,
        is_end bigint not null,
        data ${bytes} not null,
        primary key (upload_id, role, generation, position)
      )`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
});

/** Who changed what, for taking it back and for telling it. */
const keepChanges = (kind: StoreKind): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const counted = sql.raw(
      kind === 'postgresql' ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement',
    );
    const statements = [
      sql`create table changes (
        position ${counted},
        id text not null unique,
        team_id text not null,
        user_id text not null,
        at bigint not null,
        undone_by text,
        undo_claimed_until bigint,
        document text not null
      )`,
      sql`create index changes_of_team on changes (team_id, at, position)`,
      sql`create index changes_by_age on changes (at)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
});

/** What was last saved for each Agent: the service does not tell it. */
const keepAssignments: Migration = {
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
