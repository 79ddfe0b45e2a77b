import { type Kysely, type Migration, sql } from 'kysely';
import type { StoreKind } from '../schema.ts';

/** Adds the undo log. */
export const keepChanges = (kind: StoreKind): Migration => ({
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
