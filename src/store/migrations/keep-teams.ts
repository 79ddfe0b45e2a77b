import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely';
import type { StoreKind } from '../schema.ts';

/**
 * Adds the audit log, settings and connected accounts of each workspace. Columns with ciphertext and JSON come last.
 */
export const keepTeams = (kind: StoreKind): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const counted = sql.raw(
      kind === 'postgresql' ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement',
    );
    const statements = [
      sql`create table attempts (
        position ${counted},
        team_id text not null,
        id text not null,
        phase text not null check (phase in ('begun', 'ended')),
        ref text not null,
        user_id text not null,
        at bigint not null,
        outcome text,
        names text not null,
        document text not null,
        unique (team_id, id, phase)
      )`,
      sql`create index attempts_of_team on attempts (team_id, phase, position)`,
      sql`create index attempts_since on attempts (team_id, phase, at)`,
      sql`create index attempts_by_age on attempts (at)`,
      ...refuseUpdates(kind),
      sql`create table workspace_settings (
        team_id text primary key,
        saved_at bigint not null,
        saved_by text not null,
        document text not null
      )`,
      sql`create table approvals (
        id text primary key,
        team_id text not null,
        asked_by text not null,
        asked_at bigint not null,
        expires_at bigint not null,
        state text not null,
        decided_by text,
        place_channel text,
        place_ts text,
        document text not null
      )`,
      sql`create index approvals_expiring on approvals (expires_at)`,
      sql`create table account_snapshots (
        team_id text primary key,
        taken_at bigint not null,
        document text not null
      )`,
      sql`create table slack_installations (
        tenant_id text primary key,
        saved_at bigint not null,
        sealed text not null
      )`,
      sql`create table connected_accounts (
        tenant_id text primary key,
        version bigint not null,
        connected_by text,
        connected_at bigint,
        sealed text
      )`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
});

/** The audit log is append-only: rows are only deleted by age. */
const refuseUpdates = (kind: StoreKind): RawBuilder<unknown>[] =>
  kind === 'postgresql'
    ? [
        sql`create function bot_refuse_update() returns trigger language plpgsql as $$
          begin
            raise exception 'attempts are never changed';
          end
        $$`,
        sql`create trigger attempts_stay before update on attempts
          for each row execute function bot_refuse_update()`,
      ]
    : [
        sql`create trigger attempts_stay before update on attempts
          begin
            select raise(abort, 'attempts are never changed');
          end`,
      ];
