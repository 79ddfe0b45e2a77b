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

/** Counts uploads whose result hasn't been posted. */
export interface OpenUploadCounts {
  byState: ReadonlyMap<UploadState, number>;
  /** Uploads that are due and not leased. */
  waiting: number;
}

/**
 * The upload records of all workspaces, as the workers' queue. A worker leases a record under a name that is unique to
 * that run. Times are milliseconds since 1970, durations are milliseconds. `tenantId` limits a query to one workspace;
 * null means all.
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
   * Leases an upload that is due and not leased, and whose result hasn't been posted; null if there is none. Workspaces
   * take turns, across all processes: the one whose last claim is oldest gets its oldest upload. Taking over an expired
   * lease increments the version. An unreadable record is passed over for an hour.
   */
  async claimNext(owner: string, leaseMs: number, tenantId: string | null = null): Promise<UploadRecord | null> {
    for (;;) {
      const row = await this.#claim(owner, leaseMs, tenantId);
      if (!row) return null;
      const record = readUpload(row, this.#parts);
      if (record) return record;
      this.#passedOver.passOver(row.id);
      await this.#leased(row.id, owner).set({ lease_owner: null, lease_until: 0 }).execute();
      // With libsql, the loop would never yield to the event loop.
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

  /** Extends the lease to `leaseMs` from now. @returns false if it has expired or another worker holds it. */
  async renew(id: string, owner: string, leaseMs: number): Promise<boolean> {
    const at = this.#now();
    const { numUpdatedRows } = await this.#leased(id, owner)
      .set({ lease_until: wholeMs(at + leaseMs) })
      .where('lease_until', '>', at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Writes the state, document and due time. The message's place has its own method, `TenantUploads.setPlace`.
   * @returns the record with its new version; null, without a write, if `owner` no longer holds the lease, or a person
   * has made a decision in the meantime.
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
   * Releases the lease; ignored if another worker holds it. The due time stays if `dueAt` is null, or if a person has
   * made a decision that the holder hasn't seen.
   */
  async release(id: string, owner: string, dueAt: number | null): Promise<void> {
    const due =
      dueAt === null
        ? sql.ref<number>('due_at')
        : sql<number>`case when held_version = version then ${wholeMs(dueAt)} else due_at end`;
    await this.#leased(id, owner).set({ lease_owner: null, lease_until: 0, due_at: due }).execute();
  }

  /**
   * Marks the result as posted, so that nobody claims the upload again unless a decision gives it a new state. Ignored
   * if the upload hasn't ended, or another worker than `owner` holds the lease; null ignores the lease.
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

  /** Uploads that wait for a worker, in the order in which they will be processed. */
  async listWaiting(limit: number, tenantId: string | null = null): Promise<UploadRecord[]> {
    const at = this.#now();
    const rows = await this.#parts.db
      .selectFrom('uploads')
      .select(UPLOAD_COLUMNS)
      // A literal, because SQLite doesn't use a partial index for a parameter.
      .where('state', '=', sql.lit('accepted'))
      .where('lease_until', '<=', at)
      .where('due_at', '<=', at)
      .$if(tenantId !== null, (all) => all.where('team_id', '=', tenantId))
      // The first upload of each workspace, then the second of each, because workspaces take turns.
      .orderBy(sql`row_number() over (partition by team_id order by accepted_at, id)`)
      .orderBy(lastTurn)
      .orderBy('accepted_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.flatMap((row) => readUpload(row, this.#parts) ?? []);
  }

  /** Counts uploads whose result hasn't been posted, across all processes. */
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

  /** The earliest time at which `claimNext` can succeed, possibly in the past; null if there is nothing to claim. */
  async nextDueAt(tenantId: string | null = null): Promise<number | null> {
    const later = sql<number>`case when due_at > lease_until then due_at else lease_until end`;
    const row = await this.#open(tenantId)
      .select(({ fn }) => fn.min<number | null>(later).as('at'))
      .executeTakeFirst();
    return row?.at ?? null;
  }

  /**
   * Deletes uploads whose result was posted before `olderThan`, and then packages without a record. That way, a record
   * that is reopened in the meantime keeps its packages, and the next call deletes what a crash leaves behind.
   * @returns the number of deleted uploads.
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
            // Skips locked rows, because concurrent sweeps would block each other.
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

/**
 * The number of the last claim in the row's workspace. Sorting by it puts the workspace that has waited longest first.
 */
const lastTurn = (row: ExpressionBuilder<Schema, 'uploads'>) =>
  row
    .selectFrom('uploads as own')
    .select((own) => own.fn.max('own.turn').as('turn'))
    .whereRef('own.team_id', '=', 'uploads.team_id');

/** An expired lease keeps its owner's name. Incrementing the version makes late writes of that owner fail. */
const raisedWhenTakenOver = (row: ExpressionBuilder<Schema, 'uploads'>) =>
  row
    .case()
    .when('lease_owner', 'is not', null)
    .then(row('version', '+', 1))
    .else(row.ref('version'))
    .end();
