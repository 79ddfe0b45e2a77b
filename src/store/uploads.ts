import { sql } from 'kysely';
import * as z from 'zod';
import { ShortText, StoredPlace, wholeMs } from './columns.ts';
import { StoreError, type StoreParts } from './database.ts';
import type { PackageStore } from './packages.ts';
import { PassedOver } from './passed-over.ts';
import {
  claimUpload,
  countOpenUploads,
  countUnfinishedUploads,
  findNextDueAt,
  findUpload,
  isPlaceTaken,
  listOpenUploads,
  listReceipts,
  listUntoldUploads,
  listWaitingUploads,
  type OpenUploadCounts,
  saveDecision,
  saveUpload,
  sweepUploads,
} from './upload-queue.ts';
import { UPLOAD_ENDS, type UploadDocument, type UploadRecord, type UploadState } from './upload-record.ts';
import { readUpload, UPLOAD_COLUMNS, writeDocument } from './upload-row.ts';

export interface NewUpload {
  id: string;
  teamId: string;
  userId: string;
  /** Identifies the form submission: a redelivery gets the existing record. */
  submissionKey: string;
  document: UploadDocument;
  state: 'accepted';
}

const Names = z.object({ id: ShortText, teamId: ShortText, userId: ShortText, submissionKey: ShortText });

/** @see Uploads.add */
async function insertUpload(parts: StoreParts, upload: NewUpload): Promise<{ record: UploadRecord; isNew: boolean }> {
  const { id, submissionKey, teamId, userId } = Names.parse(upload);
  const place = StoredPlace.nullable().parse(upload.document.place);
  const names = { id, submissionKey, teamId, userId };
  let added = await insert(parts, upload, names, place);
  // The submission is already known, or another upload uses the message. In that case this one gets its own message.
  if (!added && place && !(await findBySubmission(parts, names))) {
    added = await insert(parts, upload, names, null);
  }
  const row = added ?? (await findBySubmission(parts, names));
  const record = row && readUpload(row, parts);
  if (record) return { record, isNew: added !== undefined };
  throw new StoreError("This form was already submitted, but its upload can't be read. Drop the zip again.");
}

/** Undefined if the submission is known, or an upload that is open or done uses the place. */
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

/**
 * The upload records, which are also the workers' queue. A worker holds the lease of a record, under a name that is
 * unique to that run. Times are milliseconds since 1970, durations are milliseconds.
 *
 * Unreadable records are reported to `onUnreadable` and omitted from all results.
 */
export class Uploads {
  readonly #parts: StoreParts;
  readonly #packages: PackageStore;
  readonly #passedOver: PassedOver;

  constructor(parts: StoreParts, packages: PackageStore) {
    this.#parts = parts;
    this.#packages = packages;
    this.#passedOver = new PassedOver(parts.now);
  }

  /**
   * Adds an upload, due immediately. A known submission key returns the existing record.
   * @throws {StoreError} if that one cannot be read, or the document is too long.
   */
  add(upload: NewUpload): Promise<{ record: UploadRecord; isNew: boolean }> {
    return insertUpload(this.#parts, upload);
  }

  /** Whether this form was submitted before. */
  async isSubmitted(of: Pick<NewUpload, 'submissionKey' | 'teamId'>): Promise<boolean> {
    return (await findBySubmission(this.#parts, of)) !== undefined;
  }

  /** Uploads that have not ended: of the workspace, and of this person in it. */
  countUnfinished(of: Pick<NewUpload, 'teamId' | 'userId'>): Promise<{ person: number; workspace: number }> {
    return countUnfinishedUploads(this.#parts, of);
  }

  find(id: string): Promise<UploadRecord | null> {
    return findUpload(this.#parts, id);
  }

  /**
   * Leases an upload that is due, not leased, and whose result has not been posted; null if there is none. Workspaces
   * take turns, across all processes: the one whose last claim is longest ago gets its oldest upload.
   * Taking over an expired lease raises the version. An unreadable record is passed over for an hour.
   */
  claimNext(owner: string, leaseMs: number, teamId: string | null = null): Promise<UploadRecord | null> {
    return claimUpload(this.#parts, owner, leaseMs, teamId, this.#passedOver);
  }

  /** Extends the lease to `leaseMs` from now. False if it has expired or someone else holds it. */
  async renew(id: string, owner: string, leaseMs: number): Promise<boolean> {
    const at = this.#now();
    const { numUpdatedRows } = await this.#update(id)
      .set({ lease_until: wholeMs(at + leaseMs) })
      .where('lease_owner', '=', owner)
      .where('lease_until', '>', at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Writes state, document and due time; returns the record with its new version. Does not write the place: see
   * `setPlace`. Null, without a write, if `owner` no longer holds the lease, or a user has decided meanwhile.
   * @throws {StoreError} if the document is too long.
   */
  save(record: UploadRecord, owner: string): Promise<UploadRecord | null> {
    return saveUpload(this.#parts, record, owner);
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
    await this.#update(id)
      .set({ lease_owner: null, lease_until: 0, due_at: due })
      .where('lease_owner', '=', owner)
      .execute();
  }

  /**
   * A user's click: applies `change` (only state, document and due time) if the upload is in one of `states` and,
   * unless `version` is null, at that version. Needs no lease: the holder keeps it, and its next `save` fails. `change`
   * may be called again with a newer record. Null: nothing was written.
   */
  async decide(
    id: string,
    version: number | null,
    states: readonly UploadState[],
    change: (record: UploadRecord) => Partial<UploadRecord>,
  ): Promise<UploadRecord | null> {
    const decided = await saveDecision(this.#parts, { id, version, states }, change);
    if (decided) this.#parts.notices.tell({ kind: 'upload-decided', uploadId: id });
    return decided;
  }

  /**
   * Marks the result as posted: nobody claims the upload again, unless a decision gives it a new state. No effect if
   * the upload has not ended, or someone other than `owner` holds the lease; null ignores the lease.
   */
  async markTold(id: string, owner: string | null): Promise<void> {
    await this.#update(id)
      .set({ told_at: this.#now(), lease_owner: null, lease_until: 0 })
      .where('state', 'in', [...UPLOAD_ENDS])
      .where('told_at', 'is', null)
      .$if(owner !== null, (mine) => mine.where('lease_owner', '=', owner))
      .execute();
  }

  /**
   * Sets the message of the upload. Stored apart from state and document: the version stays, so a worker's `save` still
   * succeeds and cannot restore an older place.
   */
  async setPlace(id: string, place: { channel: string; ts: string }): Promise<void> {
    const { channel, ts } = StoredPlace.parse(place);
    await this.#update(id).set({ place_channel: channel, place_ts: ts }).execute();
  }

  /** Uploads of a workspace that have not ended, oldest first. */
  listOpen(teamId: string, limit: number): Promise<UploadRecord[]> {
    return listOpenUploads(this.#parts, teamId, limit);
  }

  /**
   * Uploads of a workspace whose result has not been posted, oldest first. Their changes are not recorded before that.
   */
  listUntold(teamId: string, limit: number): Promise<UploadRecord[]> {
    return listUntoldUploads(this.#parts, teamId, limit);
  }

  /** The latest successful uploads of a workspace whose result has been posted, newest first. */
  listReceipts(teamId: string, limit: number): Promise<UploadRecord[]> {
    return listReceipts(this.#parts, teamId, limit);
  }

  /** Whether a message already belongs to an upload of this workspace. */
  isPlaceTaken(teamId: string, place: { channel: string; ts: string }): Promise<boolean> {
    return isPlaceTaken(this.#parts, teamId, place);
  }

  /** Uploads waiting for a worker, in processing order. */
  listWaiting(limit: number, teamId: string | null = null): Promise<UploadRecord[]> {
    return listWaitingUploads(this.#parts, limit, teamId);
  }

  /** Uploads whose result has not been posted, across all processes; of one workspace, or all for null. */
  countOpen(teamId: string | null = null): Promise<OpenUploadCounts> {
    return countOpenUploads(this.#parts, teamId);
  }

  /** The earliest time at which `claimNext` can succeed, possibly in the past; null if nothing is open. */
  nextDueAt(teamId: string | null = null): Promise<number | null> {
    return findNextDueAt(this.#parts, teamId, this.#passedOver.ids);
  }

  /** Deletes uploads whose result was posted before `olderThan`, with their packages. Returns their number. */
  sweep(olderThan: number): Promise<number> {
    return sweepUploads(this.#parts, this.#packages, wholeMs(olderThan));
  }

  #now(): number {
    return wholeMs(this.#parts.now());
  }

  #update(id: string) {
    return this.#parts.db.updateTable('uploads').where('id', '=', id);
  }
}
