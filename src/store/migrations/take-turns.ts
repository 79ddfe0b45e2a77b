import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds the number of each upload's last claim, counted over all workspaces; 0 if never claimed. It lets workspaces take
 * turns.
 */
export const takeTurns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table uploads add column turn bigint not null default 0`.execute(db);
    await sql`create index uploads_by_turn on uploads (turn)`.execute(db);
    await sql`create index uploads_of_team_by_turn on uploads (team_id, turn)`.execute(db);
  },
};
