import { type ExpressionBuilder, sql } from 'kysely';
import { yieldTurn } from '../base/yield-turn.ts';
import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { Packages } from './packages.ts';
import { PassedOver } from './passed-over.ts';
import type { Schema } from './schema.ts';
import { UPLOAD_ENDS, UPLOAD_STATES, type UploadRecord, type UploadState } from './upload-record.ts';
import { readUpload, UPLOAD_COLUMNS, writeVersion } from './upload-row.ts';

const DELETED_AT_ONCE = 100;

/** Uploads whose result has not been posted. */
export interface OpenUploadCounts {
  byState: ReadonlyMap<UploadState, number>;
  /** Due, and not leased. */
  waiting: number;
}

/**
 * The upload records of all workspaces, as the workers' queue. A worker holds the lease of a record, under a name that
 * is unique to that run. Times are milliseconds since 1970, durations are milliseconds. `tenantId` limits a query to
 * one workspace; null means all.
 *
 * Unreadable records are reported to `onUnreadable` and omitted from all results.
 */
export class UploadQueue {
  readonly #parts: StoreParts;
  readonly #packages: Packages;
  readonly #passedOver: PassedOver;

  constructor(parts: StoreParts, packages: Packages) {
    this.#parts = parts;
    this.#packages = packages;
    this.#passedOver = new PassedOver(parts.now);
  }

  /**
   * Leases an upload that is due, not leased, and whose result has not been posted; null if there is none. Workspaces
   * take turns, across all processes: the workspace with the oldest last claim gets its oldest upload. Taking over an
   * expired lease raises the version. An unreadable record is passed over for an hour.
   */
  async claimNext(owner: string, leaseMs: number, tenantId: string | null = null): Promise<UploadRecord | null> {
    for (;;) {
      const row = await this.#claim(owner, leaseMs, tenantId);
      if (!row) return null;
      const record = readUpload(row, this.#parts);
      if (record) return record;
      this.#passedOver.passOver(row.id);
      await this.#leased(row.id, owner).set({ lease_owner: null, lease_until: 0 }).execute();
      // libsql resolves without yielding to the event loop.
      await yieldTurn();
    }
  }

  #claim(owner: string, leaseMs: number, tenantId: string | null) {
    const at = this.#now();
    const { db, kind } = this.#parts;
    return db
      .updateTable('uploads')
      .set((row) => ({
        lease_owner: owner,
        lease_until: wholeMs(at + leaseMs),
        version: raisedWhenTakenOver(row),
        held_version: raisedWhenTakenOver(row),
        turn: row
          .selectFrom('uploads as every')
          .select((every) => every(every.fn.coalesce(every.fn.max('every.turn'), every.lit(0)), '+', 1).as('next')),
      }))
      .where('id', '=', () =>
        this.#open(tenantId)
          .select('id')
          .where('due_at', '<=', at)
          .where('lease_until', '<=', at)
          .orderBy(lastTurn)
          .orderBy('accepted_at')
          .orderBy('id')
          .limit(1)
          .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked()),
      )
      .returning(UPLOAD_COLUMNS)
      .executeTakeFirst();
  }

  /** Extends the lease to `leaseMs` from now. False if it has expired or someone else holds it. */
  async renew(id: string, owner: string, leaseMs: number): Promise<boolean> {
    const at = this.#now();
    const { numUpdatedRows } = await this.#leased(id, owner)
      .set({ lease_until: wholeMs(at + leaseMs) })
      .where('lease_until', '>', at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Writes state, document and due time; returns the record with its new version. Does not write the place, which
   * `TenantUploads.setPlace` does. Null, without a write, if `owner` no longer holds the lease, or a user has decided
   * meanwhile.
   * @throws {StoreError} if the document is too long.
   */
  async save(record: UploadRecord, owner: string): Promise<UploadRecord | null> {
    const row = await writeVersion(this.#parts, record)
      .set({ held_version: record.version + 1 })
      .where('lease_owner', '=', owner)
      .where('lease_until', '>', this.#now())
      .returning(UPLOAD_COLUMNS)
      .executeTakeFirst();
    return row ? readUpload(row, this.#parts) : null;
  }

  /**
   * Releases the lease. With `dueAt` null, the due time stays; it also stays after a user's decision that the holder
   * has not seen. Ignores a lease held by someone else.
   */
  async release(id: string, owner: string, dueAt: number | null): Promise<void> {
    const due =
      dueAt === null
        ? sql.ref<number>('due_at')
        : sql<number>`case when held_version = version then ${wholeMs(dueAt)} else due_at end`;
    await this.#leased(id, owner).set({ lease_owner: null, lease_until: 0, due_at: due }).execute();
  }

  /**
   * Marks the result as posted: nobody claims the upload again, unless a decision gives it a new state. No effect if
   * the upload has not ended, or someone other than `owner` holds the lease; null ignores the lease.
   */
  async markAnnounced(id: string, owner: string | null): Promise<void> {
    const upload =
      owner === null ? this.#parts.db.updateTable('uploads').where('id', '=', id) : this.#leased(id, owner);
    await upload
      .set({ told_at: this.#now(), lease_owner: null, lease_until: 0 })
      .where('state', 'in', [...UPLOAD_ENDS])
      .where('told_at', 'is', null)
      .execute();
  }

  /** Uploads waiting for a worker, in processing order. */
  async listWaiting(limit: number, tenantId: string | null = null): Promise<UploadRecord[]> {
    const at = this.#now();
    const rows = await this.#parts.db
      .selectFrom('uploads')
      .select(UPLOAD_COLUMNS)
      // A literal, since SQLite does not use a partial index for a parameter.
      .where('state', '=', sql.lit('accepted'))
      .where('lease_until', '<=', at)
      .where('due_at', '<=', at)
      .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
      // The first of each workspace, then the second of each, as they take turns.
      .orderBy(sql`row_number() over (partition by team_id order by accepted_at, id)`)
      .orderBy(lastTurn)
      .orderBy('accepted_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.flatMap((row) => readUpload(row, this.#parts) ?? []);
  }

  /** Uploads whose result has not been posted, across all processes. */
  async countOpen(tenantId: string | null = null): Promise<OpenUploadCounts> {
    const at = this.#now();
    const rows = await this.#parts.db
      .selectFrom('uploads')
      .select(({ fn }) => [
        'state',
        fn.countAll<number>().as('all'),
        sql<number>`sum(case when due_at <= ${at} and lease_until <= ${at} then 1 else 0 end)`.as('waiting'),
      ])
      .where('told_at', 'is', null)
      .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
      .groupBy('state')
      .execute();
    const countOf = (state: UploadState) => rows.find((row) => row.state === state)?.all ?? 0;
    return {
      byState: new Map(UPLOAD_STATES.map((state) => [state, countOf(state)])),
      waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    };
  }

  /** The earliest time at which `claimNext` can succeed, possibly in the past; null if nothing is open. */
  async nextDueAt(tenantId: string | null = null): Promise<number | null> {
    const later = sql<number>`case when due_at > lease_until then due_at else lease_until end`;
    const row = await this.#open(tenantId)
      .select(({ fn }) => fn.min<number | null>(later).as('at'))
      .executeTakeFirst();
    return row?.at ?? null;
  }

  /**
   * Deletes uploads whose result was posted before `olderThan`, and then packages without a record: a record that is
   * reopened meanwhile keeps its packages, and the next call deletes the leftovers of a crash.
   * @returns the number of uploads.
   */
  async expire(olderThan: number): Promise<number> {
    const { db, kind } = this.#parts;
    const before = wholeMs(olderThan);
    let removed = 0;
    for (;;) {
      const { numDeletedRows } = await db
        .deleteFrom('uploads')
        .where('told_at', '<', before)
        .where('id', 'in', (query) =>
          query
            .selectFrom('uploads')
            .select('id')
            .where('told_at', '<', before)
            .limit(DELETED_AT_ONCE)
            // Concurrent sweeps would block each other.
            .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked()),
        )
        .executeTakeFirst();
      removed += Number(numDeletedRows);
      if (numDeletedRows === 0n) break;
      await yieldTurn();
    }
    await this.#packages.deleteWithoutRecord();
    return removed;
  }

  /** Uploads that a worker of this process can claim, now or later. */
  #open(tenantId: string | null) {
    const passedOver = this.#passedOver.ids;
    return this.#parts.db
      .selectFrom('uploads')
      .where('told_at', 'is', null)
      .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
      .$if(passedOver.length > 0, (all) => all.where('id', 'not in', passedOver));
  }

  #leased(id: string, owner: string) {
    return this.#parts.db.updateTable('uploads').where('id', '=', id).where('lease_owner', '=', owner);
  }

  #now(): number {
    return wholeMs(this.#parts.now());
  }
}

/** The number of the last claim of the row's workspace, so that the workspace that has waited longest comes first. */
const lastTurn = (row: ExpressionBuilder<Schema, 'uploads'>) =>
  row
    .selectFrom('uploads as own')
    .select((own) => own.fn.max('own.turn').as('turn'))
    .whereRef('own.team_id', '=', 'uploads.team_id');

/** An expired lease keeps its owner's name. Raising the version makes late writes of that owner fail. */
const raisedWhenTakenOver = (row: ExpressionBuilder<Schema, 'uploads'>) =>
  row
    .case()
    .when('lease_owner', 'is not', null)
    .then(row('version', '+', 1))
    .else(row.ref('version'))
    .end();
