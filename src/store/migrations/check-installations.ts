import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the time when Slack last confirmed each installation. */
export const checkInstallations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      sql`alter table slack_installations add column checked_at bigint not null default 0`,
      sql`create index installations_by_check on slack_installations (checked_at)`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};
