import { sql } from 'kysely';
import type { StoreParts } from './store-parts.ts';
import { UPLOAD_ENDS, type UploadRecord } from './upload-record.ts';
import { readUpload, UPLOAD_COLUMNS, wholeMs } from './upload-row.ts';

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
    // Spelled out, since a partial index is not found for a parameter.
    .where('state', '=', sql.lit('accepted'))
    .where('lease_until', '<=', at)
    .where('due_at', '<=', at)
    .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
    .orderBy('accepted_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => readUpload(row, parts) ?? []);
}

/** @see Uploads.nextDueAt */
export async function findNextDueAt({ db }: StoreParts, teamId: string | null): Promise<number | null> {
  const later = sql<number>`case when due_at > lease_until then due_at else lease_until end`;
  const row = await db
    .selectFrom('uploads')
    .select((uploads) => uploads.fn.min<number | null>(later).as('at'))
    .where('told_at', 'is', null)
    .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
    .executeTakeFirst();
  return row?.at ?? null;
}
