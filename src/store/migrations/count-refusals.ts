import { type Kysely, type Migration, sql } from 'kysely';
import type { StoreKind } from '../schema.ts';

/** Adds counters for repeated refusals. */
export const countRefusals = (kind: StoreKind): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      sql`create table refusal_counts (
        team_id text not null,
        user_id text not null,
        since bigint not null,
        slot bigint not null,
        kind text not null,
        attempt_id text not null,
        times bigint not null,
        last_at bigint not null,
        primary key (team_id, user_id, since, slot),
        unique (team_id, user_id, since, kind),
        unique (team_id, attempt_id)
      )`,
      sql`create index refusal_counts_by_age on refusal_counts (last_at)`,
      ...onlyCountUp(kind),
    ];
    for (const statement of statements) await statement.execute(db);
  },
});

/** Like the attempts, these rows are append-only, except that the counter may increase. */
const onlyCountUp = (kind: StoreKind) => {
  const changed = sql`new.times <> old.times + 1 or new.last_at < old.last_at
    or new.team_id <> old.team_id or new.user_id <> old.user_id or new.since <> old.since
    or new.slot <> old.slot or new.kind <> old.kind or new.attempt_id <> old.attempt_id`;
  return kind === 'postgresql'
    ? [
        sql`create function bot_only_count_up() returns trigger language plpgsql as $$
          begin
            if ${changed} then raise exception 'refusals are only counted up'; end if;
            return new;
          end
        $$`,
        sql`create trigger refusal_counts_stay before update on refusal_counts
          for each row execute function bot_only_count_up()`,
      ]
    : [
        sql`create trigger refusal_counts_stay before update on refusal_counts when ${changed}
          begin
            select raise(abort, 'refusals are only counted up');
          end`,
      ];
};
