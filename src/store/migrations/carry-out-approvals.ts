import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the attempt that carries out an approved request. */
export const carryOutApprovals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table approvals add column carried_in text`.execute(db);
  },
};
