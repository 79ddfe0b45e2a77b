import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Json, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import { notifyAfter } from './notices.ts';
import type { Schema } from './schema.ts';
import { Change, isStep, SharedMessage, type TenantUndoLog, type UndoRecord } from './undo-record.ts';

/** Default retention: 90 days. */
export const HISTORY_KEEP_MS = 90 * 24 * 60 * 60_000;

/** Longer than an undo takes, including its retry. */
const CLAIM_MS = 60_000;

/**
 * How far back a bare `undo` searches: after this many deletions and uploads, the person doesn't mean an older change.
 */
const LOOK_AT_MOST = 100;

/** The undo log. Unreadable rows are omitted. */
export class UndoLog {
  readonly #parts: Pick<StoreParts, 'db' | 'notices' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'notices' | 'now'>) {
    this.#parts = parts;
  }

  /** @param account the version of the account whose changes are recorded. */
  of(tenantId: string, account: number | null = null): TenantUndoLog {
    const { db, notices } = this.#parts;
    const write = (query: { execute(): Promise<unknown> }) =>
      notifyAfter(notices, { kind: 'records-changed', tenantId }, () => query.execute());
    const mine = () => db.selectFrom('changes').selectAll().where('team_id', '=', tenantId);
    const newest = () => mine().orderBy('position', 'desc');
    const find = async (id: string) => readRow(await mine().where('id', '=', id).executeTakeFirst());
    const latestOf = async (userId: string) => {
      const open = newest().where('user_id', '=', userId).where('undone_by', 'is', null);
      const rows = (await open.limit(LOOK_AT_MOST).execute()).flatMap((row) => readRow(row) ?? []);
      return rows.find(({ change }) => isStep(change)) ?? null;
    };
    const now = () => wholeMs(this.#parts.now());
    const claimUndo = async (id: string) => {
      const claimed = await db
        .updateTable('changes')
        .set({ undo_claimed_until: now() + CLAIM_MS })
        .where('team_id', '=', tenantId)
        .where('id', '=', id)
        .where('undone_by', 'is', null)
        .where((where) => where.or([where('undo_claimed_until', 'is', null), where('undo_claimed_until', '<=', now())]))
        .returning('id')
        .executeTakeFirst();
      return claimed !== undefined;
    };
    const endClaim = async (id: string, undoneBy: string | null) => {
      const row = db.updateTable('changes').set({ undo_claimed_until: null, undone_by: undoneBy });
      await write(row.where('team_id', '=', tenantId).where('id', '=', id));
    };
    return {
      find,
      correct: async (id, change) => {
        const row =
          change === null
            ? db.deleteFrom('changes').where('team_id', '=', tenantId).where('id', '=', id)
            : db
                .updateTable('changes')
                .set({ document: JSON.stringify(change) })
                .where('team_id', '=', tenantId)
                .where('id', '=', id);
        await write(row);
      },
      recent: async (max) => (await newest().limit(max).execute()).flatMap((row) => readRow(row) ?? []),
      latestOf,
      claimUndo,
      keepUndone: endClaim,
      releaseUndo: (id) => endClaim(id, null),
      record: async (userId, change, { id = randomBytes(8).toString('hex'), position = null, shared = null } = {}) => {
        const at = now();
        const row = db
          .insertInto('changes')
          .values({
            id,
            team_id: tenantId,
            user_id: userId,
            at,
            account,
            document: JSON.stringify(change),
            undone_by: null,
            undo_claimed_until: null,
            position: position ?? undefined,
            shared: shared && JSON.stringify(shared),
          })
          .onConflict((conflict) => conflict.column('id').doNothing());
        await write(row);
        return { id, userId, at: new Date(at), account, change, undoneBy: null, shared };
      },
    };
  }

  /** Deletes records from before `olderThan`, in milliseconds since 1970. */
  async expire(olderThan: number): Promise<void> {
    await this.#parts.db.deleteFrom('changes').where('at', '<', wholeMs(olderThan)).execute();
  }
}

function readRow(row: Selectable<Schema['changes']> | undefined): UndoRecord | null {
  if (!row) return null;
  const change = Json.pipe(Change).safeParse(row.document);
  if (!change.success) return null;
  return {
    id: row.id,
    userId: row.user_id,
    at: new Date(Number(row.at)),
    account: row.account === null ? null : Number(row.account),
    change: change.data,
    undoneBy: row.undone_by,
    // If it can't be read, the message isn't redrawn, but the change can still be undone.
    shared: Json.pipe(SharedMessage).safeParse(row.shared).data ?? null,
  };
}
