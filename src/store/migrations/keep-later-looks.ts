import { type Kysely, type Migration, sql } from 'kysely';
import type { StoreKind } from '../schema.ts';

/** Adds the scheduled rechecks of changes that the account doesn't show yet, and their findings. */
export const keepLaterLooks = (kind: StoreKind): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table later_looks (
      team_id text not null,
      id text not null,
      due_at bigint not null,
      looks bigint not null,
      document text not null,
      primary key (team_id, id)
    )`.execute(db);
    await sql`create index later_looks_due on later_looks (due_at)`.execute(db);
    await sql`create table findings (
      team_id text not null,
      id text not null,
      at bigint not null,
      outcome text not null,
      document text not null,
      primary key (team_id, id)
    )`.execute(db);
    await sql`create index findings_by_age on findings (at)`.execute(db);
    // Findings are part of the audit log, so rows are only deleted by age.
    await (kind === 'postgresql'
      ? sql`create trigger findings_stay before update on findings for each row execute function bot_refuse_update()`
      : sql`create trigger findings_stay before update on findings
          begin
            select raise(abort, 'findings are never changed');
          end`
    ).execute(db);
  },
});
