import type { UploadDocument, UploadRecord, UploadState } from '../store/upload-record.ts';
import type { SpoolFolder } from './spool.ts';
import type { UploadFiles, UploadTools } from './upload-tools.ts';

/** One turn of work on one upload, by the worker that holds its lease. */
export interface UploadRun {
  record: UploadRecord;
  /**
   * True when the record was found in its state: somebody may have begun what the state names, and nobody knows how far
   * they came.
   */
  resumed: boolean;
  tools: UploadTools;
  folder: SpoolFolder;
  /** Fetched in this turn; null before. */
  files: UploadFiles | null;
  /** Fires when the lease is lost, a person cancels, or the process stops. */
  signal: AbortSignal;
}

/** Where a step leads: written before anything more is done. */
export interface Advance {
  state: UploadState;
  change?: Partial<UploadDocument>;
  /** Not before this moment; unset: at once. */
  dueAt?: number;
}

/** Does what the state of the record names. Throws what `turnErrorIntoAdvance` knows. */
export type Step = (run: UploadRun) => Promise<Advance>;

/** The account for which an upload was sent in is not the one of its workspace any more. `message` is a sentence for people. */
export class AccountLostError extends Error {
  override readonly name = 'AccountLostError';
}

/** Something that is wrong now and may be right later. `message` is a sentence for people. */
export class StepTroubleError extends Error {
  override readonly name = 'StepTroubleError';
}
