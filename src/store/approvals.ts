import { randomBytes } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import * as z from 'zod';
import { APPROVAL_STATES, type ApprovalRecord, ApprovalSubject, type TenantApprovals } from './approval-record.ts';
import { Json, StoredPlace, wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { Schema } from './schema.ts';

/** The approvers are reminded after this fraction of a request's lifetime. */
const REMIND_AFTER = 0.75;

/** How long an expired request is kept, so that its message can explain why it can't be decided. */
const KEEP_EXPIRED_MS = 30 * 24 * 60 * 60_000;

export class Approvals {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  /** @param account the version of the account that the requests are about. Requests about another one have expired. */
  of(tenantId: string, account: number | null = null): TenantApprovals {
    const { db } = this.#parts;
    const now = () => wholeMs(this.#parts.now());
    const update = (id: string) => db.updateTable('approvals').where('team_id', '=', tenantId).where('id', '=', id);
    const isHere = ({ or, eb: where }: ExpressionBuilder<Schema, 'approvals'>) =>
      or([where('account', 'is', null), where('account', '=', account)]);
    const find = async (id: string) => {
      const rows = db.selectFrom('approvals').selectAll().where('team_id', '=', tenantId);
      const row = await rows.where('id', '=', id).executeTakeFirst();
      return row && account !== null && row.account !== null && row.account !== account
        ? readRow(expire(row, now()))
        : readRow(row);
    };
    return {
      find,
      open: async (what, askedBy, keepMs, requestId = null) => {
        const row = {
          id: randomBytes(8).toString('hex'),
          team_id: tenantId,
          asked_by: askedBy,
          asked_at: now(),
          expires_at: wholeMs(now() + keepMs),
          state: 'waiting',
          decided_by: null,
          place_channel: null,
          place_ts: null,
          carried_in: null,
          request_id: requestId,
          account,
          remind_at: wholeMs(now() + keepMs * REMIND_AFTER),
          document: JSON.stringify(ApprovalSubject.parse(what)),
        };
        await db.insertInto('approvals').values(row).execute();
        return ApprovalRow.parse(row);
      },
      waiting: async (max) => {
        const rows = await db
          .selectFrom('approvals')
          .selectAll()
          .where('team_id', '=', tenantId)
          .where(isOpen(now()))
          .$if(account !== null, (all) => all.where(isHere))
          .orderBy('asked_at', 'desc')
          // Keeps the order stable if requests were made in the same millisecond.
          .orderBy('id')
          .limit(max)
          .execute();
        return rows.flatMap((row) => readRow(row) ?? []);
      },
      addPlace: async (id, place) => {
        const { channel, ts } = StoredPlace.parse(place);
        const { numUpdatedRows } = await update(id).set({ place_channel: channel, place_ts: ts }).executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        await db
          .insertInto('approval_messages')
          .values({ team_id: tenantId, approval_id: id, channel, ts, thread_ts: place.threadTs })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
      places: async (id) => {
        const rows = await db
          .selectFrom('approval_messages')
          .selectAll()
          .where('team_id', '=', tenantId)
          .where('approval_id', '=', id)
          .execute();
        const places = rows.map(({ channel, thread_ts, ts }) => ({ channel, ts, threadTs: thread_ts }));
        // Earlier versions stored only one message, in the request itself.
        const place = places.length === 0 ? (await find(id))?.place : null;
        return place ? [{ ...place, threadTs: null }] : places;
      },
      decide: async (id, by, state, carriedIn = null) => {
        // A request that can't be read can't be approved.
        if (!(await find(id))) return null;
        const row = await update(id)
          .set({ state, decided_by: by, carried_in: carriedIn })
          .where('state', '=', 'waiting')
          .where('expires_at', '>', now())
          .$if(account !== null, (waiting) => waiting.where(isHere))
          .$if(state !== 'declined', (waiting) => waiting.where('asked_by', '!=', by))
          .returningAll()
          .executeTakeFirst();
        return readRow(row);
      },
      finish: async (id) => {
        await update(id).set({ state: 'approved' }).where('state', '=', 'in-progress').execute();
      },
      endAll: async () => {
        await db
          .updateTable('approvals')
          .set({ state: 'waiting', decided_by: null, carried_in: null, expires_at: now() })
          .where('team_id', '=', tenantId)
          .where(isOpen(now()))
          .execute();
      },
      reopen: async (id) => {
        const { numUpdatedRows } = await update(id)
          .set({ state: 'waiting', decided_by: null, carried_in: null })
          .where('state', '=', 'in-progress')
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      },
    };
  }

  /**
   * Claims the requests whose approvers need a reminder, of one workspace, or of all if null. Each is claimed once,
   * even if the process is killed before it sends the reminder.
   */
  async takeReminders(tenantId: string | null): Promise<{ tenantId: string; id: string }[]> {
    const now = wholeMs(this.#parts.now());
    const rows = await this.#parts.db
      .updateTable('approvals')
      .set({ remind_at: null })
      .where('remind_at', '<=', now)
      .where('state', '=', 'waiting')
      .where('expires_at', '>', now)
      .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
      .returning(['team_id', 'id'])
      .execute();
    return rows.map(({ id, team_id }) => ({ tenantId: team_id, id }));
  }

  /** Deletes requests that expired more than 30 days ago. */
  async expire(): Promise<void> {
    const before = wholeMs(this.#parts.now() - KEEP_EXPIRED_MS);
    const { db } = this.#parts;
    await db.deleteFrom('approvals').where('expires_at', '<=', before).execute();
    await db
      .deleteFrom('approval_messages')
      .where('approval_id', 'not in', db.selectFrom('approvals').select('id'))
      .execute();
  }
}

/** True while pending or in progress. */
const isOpen = (now: number) => (where: ExpressionBuilder<Schema, 'approvals'>) =>
  where.or([
    where('state', '=', 'in-progress'),
    where.and([where('state', '=', 'waiting'), where('expires_at', '>', now)]),
  ]);

/** Returns a pending or in-progress request as expired. */
const expire = (row: Selectable<Schema['approvals']>, now: number): Selectable<Schema['approvals']> =>
  row.state === 'waiting' || row.state === 'in-progress'
    ? { ...row, state: 'waiting', decided_by: null, carried_in: null, expires_at: Math.min(row.expires_at, now) }
    : row;

const ApprovalRow = z
  .object({
    id: z.string(),
    asked_by: z.string(),
    asked_at: z.number(),
    expires_at: z.number(),
    state: z.enum(APPROVAL_STATES),
    decided_by: z.string().nullable(),
    place_channel: z.string().nullable(),
    place_ts: z.string().nullable(),
    carried_in: z.string().nullable(),
    request_id: z.string().nullable(),
    document: Json.pipe(ApprovalSubject),
  })
  .transform(
    ({ place_channel: channel, place_ts: ts, ...row }): ApprovalRecord => ({
      id: row.id,
      askedBy: row.asked_by,
      askedAt: new Date(row.asked_at),
      expiresAt: new Date(row.expires_at),
      state: row.state,
      decidedBy: row.decided_by,
      carriedIn: row.carried_in,
      requestId: row.request_id,
      what: row.document,
      place: channel !== null && ts !== null ? { channel, ts } : null,
    }),
  );

const readRow = (row: Selectable<Schema['approvals']> | undefined): ApprovalRecord | null =>
  ApprovalRow.safeParse(row).data ?? null;
