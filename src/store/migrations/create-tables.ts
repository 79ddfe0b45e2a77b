import { type Kysely, type Migration, sql } from 'kysely';
import type { StoreKind } from '../schema.ts';

/**
 * Large columns come last, because SQLite reads a row from its start and stores long values on overflow pages.
 *
 * The index `uploads_to_claim` covers the whole claim query for open uploads, oldest first. It also serves the list of
 * a workspace's uploads.
 */
export const createTables = (kind: StoreKind): Migration => ({
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
