import { sql } from 'kysely';
import type { StoreParts } from './store-parts.ts';
import type { UploadRecord, UploadState } from './upload-record.ts';
import { readUpload, UPLOAD_COLUMNS, wholeMs, writeDocument } from './upload-row.ts';

/** Each lost race is somebody else's write; more than a few people and one worker do not write one record at once. */
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
export async function decideUpload(
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

/** State, document and due moment, where the version is still the record's. An upload in a new state has not been told. */
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
