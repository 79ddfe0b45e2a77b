import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the packages that were sent or replaced, and the Abilities whose versions they are. */
export const keepVersions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table kept_packages (
      team_id text not null,
      digest text not null,
      sha256 text not null,
      bytes bigint not null,
      kept_at bigint not null,
      primary key (team_id, digest)
    )`.execute(db);
    await sql`create table versions (
      team_id text not null,
      account bigint not null,
      name text not null,
      digest text not null,
      at bigint not null,
      document text not null,
      primary key (team_id, account, name, digest)
    )`.execute(db);
    await sql`create index versions_by_age on versions (team_id, at)`.execute(db);
  },
};
