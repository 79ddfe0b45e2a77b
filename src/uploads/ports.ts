import type { PackageLimits } from '@abilities-bot/ability-zip';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { KnownAssignments } from '../core/known-assignments.ts';
import type { Locks } from '../core/locks.ts';
import type { ServiceClient } from '../service/client.ts';
import type { TenantStore } from '../store/tenant-store.ts';
import type { UploadDocument, UploadRecord, UploadState } from '../store/upload-record.ts';
import type { Spool, SpoolFolder } from './spool.ts';

export interface UploadFiles {
  zip: { path: string; fileName: string };
  image?: { path: string; fileName: string; contentType: string };
}

export interface Fetching {
  folder: SpoolFolder;
  onPercent: (percent: number) => void;
  signal: AbortSignal;
}

/** The file's source is temporarily unavailable. `message` is shown to people. */
export class FileUnavailableError extends Error {
  override readonly name = 'FileUnavailableError';
}

/** The functions of the chat platform that uploads need. */
export interface UploadPorts {
  /**
   * Fetches the zip, and the icon if there is one, into the folder.
   * @throws PackageProblemError if a file is permanently unavailable or not acceptable; FileUnavailableError to retry
   * later.
   */
  fetchFiles: (upload: Pick<UploadRecord, 'zip' | 'icon'>, fetching: Fetching) => Promise<UploadFiles>;
  /** Shows progress. Never throws, is not awaited, and may skip steps. */
  showProgress: (record: UploadRecord, now: UploadProgress) => void;
  /** Posts the result or the question; resolves once it is posted. @throws to be retried later. */
  announce: (record: UploadRecord) => Promise<void>;
}

export interface UploadProgress {
  /** Percentage of the zip that has been read; null if unknown. */
  percent: number | null;
  /** Number of uploads ahead in the queue; null once it is being processed. */
  waitingBefore: number | null;
}

export interface UploadSettings {
  limits: PackageLimits;
  /** Maximum number of unfinished uploads per person and per workspace. */
  maxUnfinished: { person: number; workspace: number };
  /** How long an upload is retried. */
  giveUpMs: number;
  /** How long to look for an Ability in the lists after an unclear response, before sending again. */
  settleMs: number;
  /** First retry delay; doubles with each attempt, up to two minutes. */
  retryMs: number;
  /** Delays before each further check of the account, while it doesn't show a change yet. */
  recheckMs: readonly number[];
  askMs: number;
  fetchMs: number;
  inspectMs: number;
  /** How long to wait for more files of the same share before responding to it. */
  gatherMs: number;
}

/** The account that uploads go to. */
export type UploadAccount =
  /** The version of the connected account; 0 for the account in the settings. */
  | { kind: 'connected'; version: number }
  | { kind: 'none' | 'unreadable' }
  /** The bot has been uninstalled. */
  | { kind: 'gone' };

/** 0 if no account is connected, and for the account in the settings, which only the operator can change. */
export const accountVersionOf = (account: UploadAccount): number =>
  account.kind === 'connected' ? account.version : 0;

export interface UploadTools {
  tenantId: string;
  store: TenantStore;
  account: UploadAccount;
  service: ServiceClient;
  assignments: KnownAssignments;
  /** Shared with the commands, so that only one change at a time affects the same thing. */
  locks: Locks;
  spool: Spool;
  ports: UploadPorts;
  settings: UploadSettings;
  now: Clock['now'];
  clock: Pick<Clock, 'deadline'>;
  log: Logger;
}

/** One run of a worker on an upload, whose lease the worker holds. */
export interface UploadRun {
  record: UploadRecord;
  /**
   * True if the record was already in this state, so that an earlier run may have started the action. It is unknown how
   * far that got.
   */
  resumed: boolean;
  tools: UploadTools;
  folder: SpoolFolder;
  /** Null until the files are fetched in this run. */
  files: UploadFiles | null;
  /** Aborts if the lease is lost, a user cancels, or the process stops. */
  signal: AbortSignal;
  /**
   * Writes the record under the lease. Writes nothing and returns null if the lease is lost or a user has decided in
   * the meantime.
   */
  save: (record: UploadRecord) => Promise<UploadRecord | null>;
}

/** The result of a step, which is stored before the next step runs. */
export interface Advance {
  state: UploadState;
  change?: Partial<UploadDocument>;
  /** The earliest time of the next step; absent for immediately. */
  dueAt?: number;
}

/** Performs the action of the record's state. Its errors are handled by `turnErrorIntoAdvance`. */
export type Step = (run: UploadRun) => Promise<Advance>;

/**
 * The workspace is no longer connected to the account that the upload was submitted for. `message` is shown to people.
 */
export class AccountLostError extends Error {
  override readonly name = 'AccountLostError';
}

/** A temporary problem. `message` is shown to people. */
export class StepTroubleError extends Error {
  override readonly name = 'StepTroubleError';
}
