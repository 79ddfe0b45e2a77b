import { type Kysely, type Migration, sql } from 'kysely';

/** Links a request to its decision, so that the audit log shows them as one entry. */
export const foldRequests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table approvals add column request_id text`.execute(db);
    await sql`alter table attempts add column folds text`.execute(db);
    await sql`create index attempts_that_fold on attempts (team_id, folds) where folds is not null`.execute(db);
  },
};
