import { setImmediate } from 'node:timers/promises';
import { type ExpressionBuilder, sql } from 'kysely';
import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';
import type { PackageStore } from './packages.ts';
import type { PassedOver } from './passed-over.ts';
import type { Schema } from './schema.ts';
import { UPLOAD_ENDS, UPLOAD_STATES, type UploadRecord, type UploadState } from './upload-record.ts';
import { readUpload, UPLOAD_COLUMNS, writeDocument } from './upload-row.ts';

/** @see Uploads.claimNext */
export async function claimUpload(
  parts: StoreParts,
  owner: string,
  leaseMs: number,
  teamId: string | null,
  passedOver: PassedOver,
): Promise<UploadRecord | null> {
  for (;;) {
    const row = await claimInTurn(parts, owner, leaseMs, teamId, passedOver.ids);
    if (!row) return null;
    const record = readUpload(row, parts);
    if (record) return record;
    passedOver.passOver(row.id);
    await handBack(parts, row.id, owner);
    // libsql resolves without yielding to the event loop.
    await setImmediate();
  }
}

function claimInTurn(
  { db, kind, now }: StoreParts,
  owner: string,
  leaseMs: number,
  teamId: string | null,
  passedOver: string[],
) {
  const at = wholeMs(now());
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
    .where('id', '=', (query) =>
      query
        .selectFrom('uploads')
        .select('id')
        .where('told_at', 'is', null)
        .where('due_at', '<=', at)
        .where('lease_until', '<=', at)
        .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
        .$if(passedOver.length > 0, (all) => all.where('id', 'not in', passedOver))
        .orderBy(lastTurn)
        .orderBy('accepted_at')
        .orderBy('id')
        .limit(1)
        .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked()),
    )
    .returning(UPLOAD_COLUMNS)
    .executeTakeFirst();
}

/** Of the workspace of a row, so that the workspace whose turn is longest ago comes first. */
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

const handBack = ({ db }: StoreParts, id: string, owner: string) =>
  db
    .updateTable('uploads')
    .set({ lease_owner: null, lease_until: 0 })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();

/** Uploads whose result has not been posted. */
export interface OpenUploadCounts {
  byState: ReadonlyMap<UploadState, number>;
  /** Due, and not leased. */
  waiting: number;
}

/** @see Uploads.countOpen */
export async function countOpenUploads({ db, now }: StoreParts, teamId: string | null): Promise<OpenUploadCounts> {
  const at = wholeMs(now());
  const rows = await db
    .selectFrom('uploads')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('all'),
      sql<number>`sum(case when due_at <= ${at} and lease_until <= ${at} then 1 else 0 end)`.as('waiting'),
    ])
    .where('told_at', 'is', null)
    .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
    .groupBy('state')
    .execute();
  const countOf = (state: UploadState) => rows.find((row) => row.state === state)?.all ?? 0;
  return {
    byState: new Map(UPLOAD_STATES.map((state) => [state, countOf(state)])),
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

/** @see Uploads.countUnfinished */
export async function countUnfinishedUploads(
  { db }: StoreParts,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<{ person: number; workspace: number }> {
  const rows = await db
    .selectFrom('uploads')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('all')])
    .where('told_at', 'is', null)
    .where('team_id', '=', teamId)
    .where('state', 'not in', [...UPLOAD_ENDS])
    .groupBy('user_id')
    .execute();
  return {
    person: rows.find((row) => row.user_id === userId)?.all ?? 0,
    workspace: rows.reduce((sum, { all }) => sum + all, 0),
  };
}

/** @see Uploads.listOpen */
export async function listOpenUploads(parts: StoreParts, teamId: string, limit: number): Promise<UploadRecord[]> {
  const rows = await parts.db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    .where('told_at', 'is', null)
    .where('team_id', '=', teamId)
    .where('state', 'not in', [...UPLOAD_ENDS])
    .orderBy('accepted_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => readUpload(row, parts) ?? []);
}

/** @see Uploads.listUntold */
export async function listUntoldUploads(parts: StoreParts, teamId: string, limit: number): Promise<UploadRecord[]> {
  const rows = await parts.db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    .where('told_at', 'is', null)
    .where('team_id', '=', teamId)
    .orderBy('accepted_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => readUpload(row, parts) ?? []);
}

/** @see Uploads.listReceipts */
export async function listReceipts(parts: StoreParts, teamId: string, limit: number): Promise<UploadRecord[]> {
  const rows = await parts.db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    .where('state', '=', 'done')
    .where('told_at', 'is not', null)
    .where('team_id', '=', teamId)
    .orderBy('accepted_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => readUpload(row, parts) ?? []);
}

/** @see Uploads.isPlaceTaken */
export async function isPlaceTaken(
  { db }: StoreParts,
  teamId: string,
  { channel, ts }: { channel: string; ts: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('team_id', '=', teamId)
    .where('place_channel', '=', channel)
    .where('place_ts', '=', ts)
    .where('state', 'not in', ['refused', 'failed', 'cancelled'])
    .executeTakeFirst();
  return row !== undefined;
}

/** @see Uploads.listWaiting */
export async function listWaitingUploads(
  parts: StoreParts,
  limit: number,
  teamId: string | null,
): Promise<UploadRecord[]> {
  const at = wholeMs(parts.now());
  const rows = await parts.db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    // A literal, since SQLite does not use a partial index for a parameter.
    .where('state', '=', sql.lit('accepted'))
    .where('lease_until', '<=', at)
    .where('due_at', '<=', at)
    .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
    // The first of each workspace, then the second of each, as they take turns.
    .orderBy(sql`row_number() over (partition by team_id order by accepted_at, id)`)
    .orderBy(lastTurn)
    .orderBy('accepted_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => readUpload(row, parts) ?? []);
}

/** @see Uploads.nextDueAt */
export async function findNextDueAt(
  { db }: StoreParts,
  teamId: string | null,
  passedOver: string[],
): Promise<number | null> {
  const later = sql<number>`case when due_at > lease_until then due_at else lease_until end`;
  const row = await db
    .selectFrom('uploads')
    .select((uploads) => uploads.fn.min<number | null>(later).as('at'))
    .where('told_at', 'is', null)
    .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
    .$if(passedOver.length > 0, (all) => all.where('id', 'not in', passedOver))
    .executeTakeFirst();
  return row?.at ?? null;
}

const AT_ONCE = 100;

/**
 * Deletes records first, then packages without a record: a record that is reopened meanwhile keeps its packages, and
 * the next sweep removes the leftovers of a crash.
 */
export async function sweepUploads(
  { db, kind }: StoreParts,
  packages: PackageStore,
  olderThan: number,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('uploads')
      .where('told_at', '<', olderThan)
      .where('id', 'in', (query) =>
        query
          .selectFrom('uploads')
          .select('id')
          .where('told_at', '<', olderThan)
          .limit(AT_ONCE)
          // Concurrent sweeps would block each other.
          .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked()),
      )
      .executeTakeFirst();
    removed += Number(numDeletedRows);
    if (numDeletedRows === 0n) break;
    await setImmediate();
  }
  await packages.dropWithoutRecord();
  return removed;
}

/**
 * Each lost race means a write by someone else; more than a few users and one worker do not write a record at the same
 * time.
 */
const TRIES = 10;

/** @see Uploads.save */
export async function saveUpload(parts: StoreParts, record: UploadRecord, owner: string): Promise<UploadRecord | null> {
  const row = await writeVersion(parts, record)
    .set({ held_version: record.version + 1 })
    .where('lease_owner', '=', owner)
    .where('lease_until', '>', wholeMs(parts.now()))
    .returning(UPLOAD_COLUMNS)
    .executeTakeFirst();
  return row ? readUpload(row, parts) : null;
}

/** @see Uploads.decide */
export async function saveDecision(
  parts: StoreParts,
  { id, states, version }: { id: string; version: number | null; states: readonly UploadState[] },
  change: (record: UploadRecord) => Partial<UploadRecord>,
): Promise<UploadRecord | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const record = await findUpload(parts, id);
    if (!record || !states.includes(record.state)) return null;
    if (version !== null && record.version !== version) return null;
    const changed = { ...record, ...change(record), id, version: record.version };
    const row = await writeVersion(parts, changed).returning(UPLOAD_COLUMNS).executeTakeFirst();
    if (row) return readUpload(row, parts);
  }
  return null;
}

export async function findUpload(parts: StoreParts, id: string): Promise<UploadRecord | null> {
  const row = await parts.db.selectFrom('uploads').select(UPLOAD_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ? readUpload(row, parts) : null;
}

/** Writes state, document and due time if the version still matches. A new state resets `told_at`. */
const writeVersion = ({ db, now }: StoreParts, record: UploadRecord) =>
  db
    .updateTable('uploads')
    .set({
      state: record.state,
      document: writeDocument(record),
      due_at: wholeMs(record.dueAt),
      changed_at: wholeMs(now()),
      version: record.version + 1,
      told_at: sql<number | null>`case when state = ${record.state} then told_at end`,
    })
    .where('id', '=', record.id)
    .where('version', '=', record.version);
