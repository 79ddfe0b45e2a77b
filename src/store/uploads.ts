import { sql } from 'kysely';
import * as z from 'zod';
import { StoreError, type StoreParts } from './database.ts';
import type { PackageStore } from './packages.ts';
import {
  claimUpload,
  countOpenUploads,
  findNextDueAt,
  findUpload,
  isPlaceTaken,
  listOpenUploads,
  listUntoldUploads,
  listWaitingUploads,
  type OpenUploadCounts,
  saveDecision,
  saveUpload,
  sweepUploads,
} from './upload-queue.ts';
import { UPLOAD_ENDS, type UploadDocument, type UploadRecord, type UploadState } from './upload-record.ts';
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
export async function insertUpload(
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

/**
 * The records of uploads, and the queue of the workers. Who works on a record holds its lease, under a name that no
 * other turn of work has. Times are milliseconds since 1970, lengths are milliseconds.
 *
 * A record that this version cannot read is reported to `onUnreadable`, and left out of every answer.
 */
export class Uploads {
  readonly #parts: StoreParts;
  readonly #packages: PackageStore;

  constructor(parts: StoreParts, packages: PackageStore) {
    this.#parts = parts;
    this.#packages = packages;
  }

  /**
   * Accepts an upload, which is due at once. A submission key that is known gives the record that is there.
   * @throws {StoreError} when that one cannot be read, or the document is too long.
   */
  add(upload: NewUpload): Promise<{ record: UploadRecord; isNew: boolean }> {
    return insertUpload(this.#parts, upload);
  }

  find(id: string): Promise<UploadRecord | null> {
    return findUpload(this.#parts, id);
  }

  /**
   * Takes the lease of the upload that was accepted first among those that are due, not held and not told to their end;
   * null when there is none. Taking over an expired lease raises the version. A record that cannot be read is put off by
   * an hour.
   */
  claimNext(owner: string, leaseMs: number, teamId: string | null = null): Promise<UploadRecord | null> {
    return claimUpload(this.#parts, owner, leaseMs, teamId);
  }

  /** Holds the lease for `leaseMs` from now. False: it expired, or is somebody else's. */
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
   * Writes state, document and due moment, and gives the record with its new version. The place is not written: see
   * `setPlace`. Null, and nothing is written: the lease is not `owner`'s any more, or a person decided meanwhile.
   * @throws {StoreError} when the document is too long.
   */
  save(record: UploadRecord, owner: string): Promise<UploadRecord | null> {
    return saveUpload(this.#parts, record, owner);
  }

  /**
   * Gives the lease back. `dueAt` null leaves the moment at which it is due; so does a decision of a person that the
   * holder has not seen, as its moment counts. Somebody else's lease is left alone.
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
   * A person's click: applies `change` (state, document, due moment; nothing else of it) when the upload is in one of
   * `states` and, unless `version` is null, in that version. Needs no lease: who holds it keeps it, and is refused at
   * the next `save`. `change` may be called again with a newer record. Null: nothing was written.
   */
  decide(
    id: string,
    version: number | null,
    states: readonly UploadState[],
    change: (record: UploadRecord) => Partial<UploadRecord>,
  ): Promise<UploadRecord | null> {
    return saveDecision(this.#parts, { id, version, states }, change);
  }

  /**
   * Its end was told: nobody claims it again, unless a decision gives it a new state. Does nothing for an upload that
   * has not ended, or whose lease somebody else than `owner` holds; null asks for no lease.
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
   * Where the message about it is. Kept beside state and document, and written by nothing else: the version stays, a
   * worker's `save` goes on to succeed and does not bring an older place back.
   */
  async setPlace(id: string, place: { channel: string; ts: string }): Promise<void> {
    const { channel, ts } = StoredPlace.parse(place);
    await this.#update(id).set({ place_channel: channel, place_ts: ts }).execute();
  }

  /** The uploads of a workspace that have not ended, oldest first. */
  listOpen(teamId: string, limit: number): Promise<UploadRecord[]> {
    return listOpenUploads(this.#parts, teamId, limit);
  }

  /** Those of a workspace whose end nobody was told yet, oldest first: what they changed is not recorded before. */
  listUntold(teamId: string, limit: number): Promise<UploadRecord[]> {
    return listUntoldUploads(this.#parts, teamId, limit);
  }

  /** Whether a message of this workspace already belongs to an upload. */
  isPlaceTaken(teamId: string, place: { channel: string; ts: string }): Promise<boolean> {
    return isPlaceTaken(this.#parts, teamId, place);
  }

  /** The uploads that wait for a worker, in the order in which they will be taken. */
  listWaiting(limit: number, teamId: string | null = null): Promise<UploadRecord[]> {
    return listWaitingUploads(this.#parts, limit, teamId);
  }

  /** How many there are whose end was not told yet, of all processes, and of all workspaces unless one is named. */
  countOpen(teamId: string | null = null): Promise<OpenUploadCounts> {
    return countOpenUploads(this.#parts, teamId);
  }

  /** The earliest moment, which may be past, at which `claimNext` can find something; null when all is told. */
  nextDueAt(teamId: string | null = null): Promise<number | null> {
    return findNextDueAt(this.#parts, teamId);
  }

  /** Removes the uploads whose end was told before `olderThan`, with their packages. Gives their number. */
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
