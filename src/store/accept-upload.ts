import * as z from 'zod';
import { StoreError } from './store-error.ts';
import type { StoreParts } from './store-parts.ts';
import type { UploadDocument, UploadRecord } from './upload-record.ts';
import { readUpload, UPLOAD_COLUMNS, wholeMs, writeDocument } from './upload-row.ts';

export interface NewUpload {
  id: string;
  teamId: string;
  userId: string;
  /** The same for each delivery of one form: the second one is answered with the record of the first. */
  submissionKey: string;
  document: UploadDocument;
  state: 'accepted';
}

/** PostgreSQL takes no NUL in a text, and indexes no long one. */
const ShortText = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes('\0'), 'holds a NUL');
export const StoredPlace = z.object({ channel: ShortText, ts: ShortText });
const Names = z.object({ id: ShortText, teamId: ShortText, userId: ShortText, submissionKey: ShortText });

/** @see Uploads.add */
export async function acceptUpload(
  parts: StoreParts,
  upload: NewUpload,
): Promise<{ record: UploadRecord; isNew: boolean }> {
  const { id, submissionKey, teamId, userId } = Names.parse(upload);
  const place = StoredPlace.nullable().parse(upload.document.place);
  const names = { id, submissionKey, teamId, userId };
  let added = await insert(parts, upload, names, place);
  // Known already, or the message tells of another one: then it gets a message of its own.
  if (!added && place && !(await findBySubmission(parts, names))) {
    added = await insert(parts, upload, names, null);
  }
  const row = added ?? (await findBySubmission(parts, names));
  const record = row && readUpload(row, parts);
  if (record) return { record, isNew: added !== undefined };
  throw new StoreError(
    'This form arrived before, but the record of its upload cannot be read. Nothing was sent this time. Drop the zip again.',
  );
}

/** Undefined when the submission is known, or an upload that is under way or done has the place. */
function insert(
  { db, now }: StoreParts,
  upload: NewUpload,
  { id, submissionKey, teamId, userId }: z.infer<typeof Names>,
  place: z.infer<typeof StoredPlace> | null,
) {
  const at = wholeMs(now());
  return db
    .insertInto('uploads')
    .values({
      id,
      submission_key: submissionKey,
      team_id: teamId,
      user_id: userId,
      state: upload.state,
      version: 1,
      accepted_at: at,
      changed_at: at,
      due_at: at,
      lease_owner: null,
      lease_until: 0,
      held_version: 0,
      told_at: null,
      place_channel: place?.channel ?? null,
      place_ts: place?.ts ?? null,
      document: writeDocument(upload.document),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(UPLOAD_COLUMNS)
    .executeTakeFirst();
}

const findBySubmission = (
  { db }: StoreParts,
  { submissionKey, teamId }: Pick<z.infer<typeof Names>, 'submissionKey' | 'teamId'>,
) =>
  db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    .where('submission_key', '=', submissionKey)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
