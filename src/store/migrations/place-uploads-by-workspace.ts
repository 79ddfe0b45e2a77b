import { type Kysely, type Migration, sql } from 'kysely';

/** Makes the index per workspace, because two workspaces may have the same channel ID and timestamp. */
export const placeUploadsByWorkspace: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index uploads_of_place`.execute(db);
    await sql`create unique index uploads_of_place on uploads (team_id, place_channel, place_ts)
      where state not in ('refused', 'failed', 'cancelled')`.execute(db);
  },
};
