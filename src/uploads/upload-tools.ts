import type { PackageLimits } from '@abilities-bot/ability-zip';
import type { KnownAssignments } from '../core/known-assignments.ts';
import type { Locks } from '../core/locks.ts';
import type { Logger } from '../logger.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { Store } from '../store/open-store.ts';
import type { UploadRecord } from '../store/upload-record.ts';
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
