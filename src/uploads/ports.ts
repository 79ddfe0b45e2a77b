import type { PackageLimits } from '@abilities-bot/ability-zip';
import type { Logger } from '../base/logger.ts';
import type { KnownAssignments } from '../core/known-assignments.ts';
import type { Locks } from '../core/operation-context.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Store } from '../store/store.ts';
import type { UploadDocument, UploadRecord, UploadState } from '../store/upload-record.ts';
import type { Spool, SpoolFolder } from './spool.ts';

/** The files of an upload on this machine. */
export interface UploadFiles {
  zip: { path: string; fileName: string };
  image?: { path: string; fileName: string; contentType: string };
}

export interface Fetching {
  folder: SpoolFolder;
  onPercent: (percent: number) => void;
  signal: AbortSignal;
}

/** The file's own place does not answer now; it is asked again later. `message` is a sentence for people. */
export class FileUnavailableError extends Error {
  override readonly name = 'FileUnavailableError';
}

/** What uploads need of the place where people are: its files, and its ears. */
export interface UploadPorts {
  /**
   * Brings the zip, and the icon if there is one, into the folder.
   * @throws PackageProblemError for files that cannot be had or are not taken; FileUnavailableError to try again later.
   */
  fetchFiles: (upload: Pick<UploadRecord, 'zip' | 'icon'>, fetching: Fetching) => Promise<UploadFiles>;
  /** Shows how far it is. Never throws, is not waited for, may leave out steps. */
  showProgress: (record: UploadRecord, now: UploadProgress) => void;
  /** Tells the end, or what is asked. Resolves when it has been told. @throws when it has to be tried again. */
  tell: (record: UploadRecord) => Promise<void>;
}

export interface UploadProgress {
  /** How much of the zip has been read, 0 to 100; null when that is not known. */
  percent: number | null;
  /** How many uploads are before this one; null when it is being worked on. */
  waitingBefore: number | null;
}

export interface UploadSettings {
  limits: PackageLimits;
  /** For how long an upload is tried. */
  giveUpMs: number;
  /** How long the lists are watched for an Ability whose upload had no clear answer, before it is sent again. */
  settleMs: number;
  /** The first wait after trouble; it doubles with every try, up to two minutes. */
  retryMs: number;
  /** How long a question waits for an answer. */
  askMs: number;
  /** For fetching the files. */
  fetchMs: number;
  /** For looking into the zip. */
  inspectMs: number;
  /** How long a further file of the same share is waited for, before the share is answered. */
  gatherMs: number;
}

/** To which account uploads go. */
export type UploadAccount =
  /** By its version; 0 is the one that whoever runs the bot has set. */
  | { kind: 'connected'; version: number }
  | { kind: 'none' | 'unreadable' }
  /** The bot is not installed there any more. */
  | { kind: 'gone' };

/** What the steps of an upload work with. */
export interface UploadTools {
  /** The workspace whose uploads are worked on. */
  teamId: string;
  store: Store;
  account: UploadAccount;
  service: ServiceClient;
  assignments: KnownAssignments;
  /** Shared with those who change things by hand: one change of a thing at a time. */
  locks: Locks;
  spool: Spool;
  ports: UploadPorts;
  settings: UploadSettings;
  now: () => number;
  log: Logger;
}

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
