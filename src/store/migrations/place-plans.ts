import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the channel where a command was planned, its progress message, and the plan that it belongs to. */
export const placePlans: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table schedules add column channel text`.execute(db);
    await sql`alter table schedules add column part_of text`.execute(db);
    await sql`alter table schedules add column progress text`.execute(db);
  },
};
