import * as z from 'zod';
import { ShortText, StoredPlace, wholeMs } from './columns.ts';
import { StoreError, type StoreParts } from './database.ts';
import { UPLOAD_ENDS, type UploadDocument, type UploadRecord, type UploadState } from './upload-record.ts';
import { readUpload, UPLOAD_COLUMNS, writeDocument, writeVersion } from './upload-row.ts';

export interface NewUpload {
  id: string;
  userId: string;
  /** Identifies the form submission. Submitting it again returns the existing record. */
  submissionKey: string;
  document: UploadDocument;
  state: 'accepted';
}

type Place = z.infer<typeof StoredPlace>;

const Names = z.object({ id: ShortText, userId: ShortText, submissionKey: ShortText });

/** Each conflict is someone else's write, and only a few people and one worker write a record at the same time. */
const TRIES = 10;

/**
 * The upload records of one workspace. Unreadable ones are reported to `onUnreadable` and omitted from all results. All
 * functions throw store errors.
 */
export class TenantUploads {
  readonly #parts: StoreParts;
  readonly #tenantId: string;

  constructor(parts: StoreParts, tenantId: string) {
    this.#parts = parts;
    this.#tenantId = tenantId;
  }

  /**
   * Adds an upload that is due immediately. A known submission key returns the existing record.
   * @throws {StoreError} if that record can't be read, or the document is too long.
   */
  async add(upload: NewUpload): Promise<{ record: UploadRecord; isNew: boolean }> {
    const { submissionKey } = Names.parse(upload);
    const place = StoredPlace.nullable().parse(upload.document.place);
    let added = await this.#insert(upload, place);
    // Either the submission is known, or another upload has the message. In the second case, this one gets its own
    // message.
    if (!added && place && !(await this.isSubmitted(submissionKey))) added = await this.#insert(upload, null);
    const row = added ?? (await this.#ofSubmission(submissionKey));
    const record = row && readUpload(row, this.#parts);
    if (record) return { record, isNew: added !== undefined };
    throw new StoreError(`The form was submitted before, but its upload${row ? ` ${row.id}` : ''} cannot be read.`);
  }

  /** Undefined if the submission is known, or if an open or completed upload has the place. */
  #insert({ document, id, state, submissionKey, userId }: NewUpload, place: Place | null) {
    const { db, now } = this.#parts;
    const at = wholeMs(now());
    return db
      .insertInto('uploads')
      .values({
        id,
        submission_key: submissionKey,
        team_id: this.#tenantId,
        user_id: userId,
        state,
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
        document: writeDocument(document),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(UPLOAD_COLUMNS)
      .executeTakeFirst();
  }

  /** True if this form was already submitted. */
  async isSubmitted(submissionKey: string): Promise<boolean> {
    return (await this.#ofSubmission(submissionKey)) !== undefined;
  }

  #ofSubmission(submissionKey: string) {
    return this.#all().select(UPLOAD_COLUMNS).where('submission_key', '=', submissionKey).executeTakeFirst();
  }

  async find(id: string): Promise<UploadRecord | null> {
    const row = await this.#all().select(UPLOAD_COLUMNS).where('id', '=', id).executeTakeFirst();
    return row ? readUpload(row, this.#parts) : null;
  }

  /**
   * Applies a person's decision: `change` (only state, document and due time), if the upload is in one of `states` and,
   * unless `version` is null, has that version. Needs no lease: the holder keeps it, but its next `save` fails.
   * `change` may be called again with a newer record.
   * @returns null if nothing was written.
   */
  async decide(
    id: string,
    version: number | null,
    states: readonly UploadState[],
    change: (record: UploadRecord) => Partial<UploadRecord>,
  ): Promise<UploadRecord | null> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const record = await this.find(id);
      if (!record || !states.includes(record.state)) return null;
      if (version !== null && record.version !== version) return null;
      const changed = { ...record, ...change(record), id, version: record.version };
      const row = await writeVersion(this.#parts, changed).returning(UPLOAD_COLUMNS).executeTakeFirst();
      const decided = row ? readUpload(row, this.#parts) : null;
      if (decided) this.#parts.notices.send({ kind: 'upload-decided', uploadId: id });
      if (row) return decided;
    }
    return null;
  }

  /**
   * Sets the upload's message. It is stored apart from the state and document, and leaves the version as it is, so that
   * a worker's `save` still succeeds and can't restore an older place.
   */
  async setPlace(id: string, place: Place): Promise<void> {
    const { channel, ts } = StoredPlace.parse(place);
    await this.#parts.db
      .updateTable('uploads')
      .set({ place_channel: channel, place_ts: ts })
      .where('team_id', '=', this.#tenantId)
      .where('id', '=', id)
      .execute();
  }

  /** True if the message belongs to an upload. */
  async isPlaceTaken({ channel, ts }: Place): Promise<boolean> {
    const row = await this.#all()
      .select('id')
      .where('place_channel', '=', channel)
      .where('place_ts', '=', ts)
      .where('state', 'not in', ['refused', 'failed', 'cancelled'])
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The number of unfinished uploads, in the workspace and by this person. */
  async countUnfinished(userId: string): Promise<{ person: number; workspace: number }> {
    const rows = await this.#untold()
      .select(({ fn }) => ['user_id', fn.countAll<number>().as('all')])
      .where('state', 'not in', [...UPLOAD_ENDS])
      .groupBy('user_id')
      .execute();
    return {
      person: rows.find((row) => row.user_id === userId)?.all ?? 0,
      workspace: rows.reduce((sum, { all }) => sum + all, 0),
    };
  }

  /** Counts uploads whose result hasn't been posted: those waiting for a person, and all others. */
  async countOpen(): Promise<{ asking: number; running: number }> {
    const rows = await this.#untold()
      .select(({ fn }) => ['state', fn.countAll<number>().as('all')])
      .groupBy('state')
      .execute();
    const asking = rows.find(({ state }) => state === 'asking')?.all ?? 0;
    return { asking, running: rows.reduce((sum, { all }) => sum + all, 0) - asking };
  }

  /** Unfinished uploads, oldest first. */
  async listOpen(limit: number): Promise<UploadRecord[]> {
    const open = this.#untold().where('state', 'not in', [...UPLOAD_ENDS]);
    const rows = await open.select(UPLOAD_COLUMNS).orderBy('accepted_at').orderBy('id').limit(limit).execute();
    return this.#read(rows);
  }

  /** Uploads whose result hasn't been posted, oldest first. Until then, their changes aren't recorded. */
  async listUntold(limit: number): Promise<UploadRecord[]> {
    const untold = this.#untold().select(UPLOAD_COLUMNS);
    return this.#read(await untold.orderBy('accepted_at').orderBy('id').limit(limit).execute());
  }

  /** The latest successful uploads whose result has been posted, newest first. */
  async listReceipts(limit: number): Promise<UploadRecord[]> {
    const rows = await this.#all()
      .select(UPLOAD_COLUMNS)
      .where('state', '=', 'done')
      .where('told_at', 'is not', null)
      .orderBy('accepted_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return this.#read(rows);
  }

  #all() {
    return this.#parts.db.selectFrom('uploads').where('team_id', '=', this.#tenantId);
  }

  #untold() {
    return this.#all().where('told_at', 'is', null);
  }

  #read(rows: readonly { id: string }[]): UploadRecord[] {
    return rows.flatMap((row) => readUpload(row, this.#parts) ?? []);
  }
}
