import { sql } from 'kysely';
import * as z from 'zod';
import { Json, wholeMs } from './columns.ts';
import { StoreError, type StoreParts } from './database.ts';
import { UPLOAD_STATES, UploadDocument, type UploadRecord } from './upload-record.ts';

/** In characters: a few hundred times the size of a normal upload. */
const MAX_DOCUMENT_CHARACTERS = 1_000_000;

/** Listed explicitly, so that columns added by a newer version aren't read. */
export const UPLOAD_COLUMNS = [
  'id',
  'team_id',
  'user_id',
  'state',
  'version',
  'accepted_at',
  'changed_at',
  'due_at',
  'place_channel',
  'place_ts',
  'document',
] as const;

const UploadRow = z
  .object({
    id: z.string(),
    team_id: z.string(),
    user_id: z.string(),
    state: z.enum(UPLOAD_STATES),
    version: z.number(),
    accepted_at: z.number(),
    changed_at: z.number(),
    due_at: z.number(),
    place_channel: z.string().nullable(),
    place_ts: z.string().nullable(),
    document: Json.pipe(UploadDocument),
  })
  .transform(
    ({ document, place_channel: channel, place_ts: ts, ...row }): UploadRecord => ({
      ...document,
      place: channel !== null && ts !== null ? { channel, ts } : null,
      id: row.id,
      tenantId: row.team_id,
      userId: row.user_id,
      state: row.state,
      version: row.version,
      acceptedAt: row.accepted_at,
      changedAt: row.changed_at,
      dueAt: row.due_at,
    }),
  );

/** Null if this version can't read the record, which is then reported. */
export function readUpload(
  row: { id: string; [column: string]: unknown },
  { onUnreadable }: Pick<StoreParts, 'onUnreadable'>,
): UploadRecord | null {
  const { data, error } = UploadRow.safeParse(row);
  if (data) return data;
  const fields = error.issues.slice(0, 3).map(({ code, path }) => `${path.join('.')} (${code})`);
  onUnreadable({ id: row.id, reason: fields.join(', ') });
  return null;
}

/**
 * Serializes a document without its place, which has its own columns.
 * @throws {StoreError} if the document is too long; ZodError if it couldn't be read back.
 */
export function writeDocument(document: UploadDocument): string {
  const text = JSON.stringify({ ...UploadDocument.parse(document), place: null });
  if (text.length <= MAX_DOCUMENT_CHARACTERS) return text;
  throw new StoreError(
    `This upload's text is too long to be stored: ${text.length} characters, and the limit is ${MAX_DOCUMENT_CHARACTERS}. Shorten the trigger words.`,
  );
}

/** Writes the state, document and due time, if the version still matches. A new state clears `told_at`. */
export const writeVersion = ({ db, now }: Pick<StoreParts, 'db' | 'now'>, record: UploadRecord) =>
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
