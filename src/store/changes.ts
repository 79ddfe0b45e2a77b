import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Change, type ChangeHistory, type RecordedChange } from './change-record.ts';
import type { Schema } from './schema.ts';
import type { StoreParts } from './store-parts.ts';
import { Json, wholeMs } from './upload-row.ts';

/** Older ones can no longer be taken back, and have left every list. */
const KEEP_MS = 90 * 24 * 60 * 60_000;

/** Who changed what through the bot. Rows that this version cannot read are left out. */
export class Changes {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  /** The history of one workspace. */
  of(teamId: string): ChangeHistory {
    const { db } = this.#parts;
    const mine = () => db.selectFrom('changes').selectAll().where('team_id', '=', teamId);
    const newest = () => mine().orderBy('at', 'desc').orderBy('position', 'desc');
    const find = async (id: string) => readRow(await mine().where('id', '=', id).executeTakeFirst());
    const markUndone = async (id: string, undoneBy: string | null) => {
      const marked = await db
        .updateTable('changes')
        .set({ undone_by: undoneBy })
        .where('team_id', '=', teamId)
        .where('id', '=', id)
        .where('undone_by', undoneBy === null ? 'is not' : 'is', null)
        .returning('id')
        .executeTakeFirst();
      return marked !== undefined;
    };
    return {
      find,
      recent: async (most) => (await newest().limit(most).execute()).flatMap((row) => readRow(row) ?? []),
      latestOf: async (userId) => readRow(await newest().where('user_id', '=', userId).limit(1).executeTakeFirst()),
      claimUndo: markUndone,
      releaseUndo: async (id) => void (await markUndone(id, null)),
      record: async (userId, change, id = randomBytes(8).toString('hex')) => {
        const at = wholeMs(this.#parts.now());
        await db
          .insertInto('changes')
          .values({ id, team_id: teamId, user_id: userId, at, document: JSON.stringify(change), undone_by: null })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        return { id, userId, at: new Date(at), change, undoneBy: null };
      },
    };
  }

  /** Removes what is older than ninety days. */
  async sweep(): Promise<void> {
    const before = wholeMs(this.#parts.now()) - KEEP_MS;
    await this.#parts.db.deleteFrom('changes').where('at', '<', before).execute();
  }
}

function readRow(row: Selectable<Schema['changes']> | undefined): RecordedChange | null {
  if (!row) return null;
  const change = Json.pipe(Change).safeParse(row.document);
  if (!change.success) return null;
  return {
    id: row.id,
    userId: row.user_id,
    at: new Date(Number(row.at)),
    change: change.data,
    undoneBy: row.undone_by,
  };
}
