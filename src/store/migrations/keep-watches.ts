import { type Kysely, type Migration, sql } from 'kysely';
import * as z from 'zod';

/** The first checks are spread over this time, so that they don't all begin together. */
const SPREAD_MS = 5 * 60_000;

/** Keeps a statement far below the number of values that either database accepts. */
const ROWS_AT_ONCE = 1000;

const Watched = z.object({ watchChannel: z.string().min(1) });

/** Adds the workspaces whose accounts are watched, with the time of the next check. */
export const keepWatches: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table watches (team_id text primary key, due_at bigint not null)`.execute(db);
    await sql`create index watches_due on watches (due_at)`.execute(db);
    const { rows } = await sql<{ team_id: string; document: string }>`
      select team_id, document from workspace_settings`.execute(db);
    const watched = rows.filter(({ document }) => hasWatchChannel(document)).map(({ team_id }) => team_id);
    const now = Date.now();
    const values = watched.map((id, index) => sql`(${id}, ${now + Math.floor((index * SPREAD_MS) / watched.length)})`);
    for (let from = 0; from < values.length; from += ROWS_AT_ONCE) {
      const some = values.slice(from, from + ROWS_AT_ONCE);
      await sql`insert into watches (team_id, due_at) values ${sql.join(some)}`.execute(db);
    }
  },
};

function hasWatchChannel(document: string): boolean {
  try {
    return Watched.safeParse(JSON.parse(document)).success;
  } catch {
    // Settings that can't be read here can't be read by the watch either.
    return false;
  }
}
