import { setImmediate } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import type { Schema } from './schema.ts';
import type { StoreParts } from './store-parts.ts';
import type { UploadRecord } from './upload-record.ts';
import { readUpload, UPLOAD_COLUMNS, wholeMs } from './upload-row.ts';

const UNREADABLE_AGAIN_MS = 60 * 60_000;

/** @see Uploads.claimNext */
export async function claimUpload(
  parts: StoreParts,
  owner: string,
  leaseMs: number,
  teamId: string | null,
): Promise<UploadRecord | null> {
  for (;;) {
    const row = await claimOldest(parts, owner, leaseMs, teamId);
    if (!row) return null;
    const record = readUpload(row, parts);
    if (record) return record;
    await putOff(parts, row.id, owner);
    // libsql answers without a turn of the event loop.
    await setImmediate();
  }
}

function claimOldest({ db, kind, now }: StoreParts, owner: string, leaseMs: number, teamId: string | null) {
  const at = wholeMs(now());
  return db
    .updateTable('uploads')
    .set((row) => ({
      lease_owner: owner,
      lease_until: wholeMs(at + leaseMs),
      version: raisedWhenTakenOver(row),
      held_version: raisedWhenTakenOver(row),
    }))
    .where('id', '=', (query) =>
      query
        .selectFrom('uploads')
        .select('id')
        .where('told_at', 'is', null)
        .where('due_at', '<=', at)
        .where('lease_until', '<=', at)
        .$if(teamId !== null, (all) => all.where('team_id', '=', teamId))
        .orderBy('accepted_at')
        .orderBy('id')
        .limit(1)
        .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked()),
    )
    .returning(UPLOAD_COLUMNS)
    .executeTakeFirst();
}

/** An owner is still named on a record whose lease expired, so that its late writes are refused by the version too. */
const raisedWhenTakenOver = (row: ExpressionBuilder<Schema, 'uploads'>) =>
  row
    .case()
    .when('lease_owner', 'is not', null)
    .then(row('version', '+', 1))
    .else(row.ref('version'))
    .end();

const putOff = ({ db, now }: StoreParts, id: string, owner: string) =>
  db
    .updateTable('uploads')
    .set({ lease_owner: null, lease_until: 0, due_at: wholeMs(now() + UNREADABLE_AGAIN_MS) })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute();
