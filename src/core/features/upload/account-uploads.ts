import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import type { UploadForm, UploadPlan, UploadRecord } from '../../../store/upload-record.ts';
import type { CodeComparison } from '../versions/account-versions.ts';
import type { UploadRefusal } from './upload.ts';

/** The message where an upload shows its progress. */
export type UploadPlace = NonNullable<UploadRecord['place']>;

/** A shared file. `icon`: an icon that was shared together with the zip. */
export type OfferedFile = UploadRecord['zip'] & { icon?: { id: string; name: string } | undefined };

/** An upload to be stored. */
export interface UploadRequest {
  userId: string;
  /** Identifies the submission, so that a redelivered one is accepted only once. */
  submissionKey: string;
  /** True to start another upload if the one with the same `submissionKey` has ended. */
  mayRepeat?: boolean;
  ref: string;
  form: UploadForm;
  zip: OfferedFile;
  /** The chosen icon; null for the one that was shared with the zip, if any. */
  icon: UploadRecord['icon'];
  /** The message that shows the progress; null posts a new one. */
  place: UploadPlace | null;
  /** The thread for a new message. If the bot can't post there, it sends a direct message. */
  thread?: UploadPlace | null;
  /** Puts the files into a folder. Always done for files that were shared without a zip. */
  wrap: boolean;
  /** SHA-256 of the zip whose contents the form showed; null if it showed none. */
  seenSha256: string | null;
  /** Default: creates a new Ability. */
  plan?: UploadPlan;
  /** The Agent that a new Ability is added to. */
  addTo?: UploadRecord['addTo'];
  /** The Ability to roll back. */
  rollbackOf?: AbilityId;
}

export type UploadDecision =
  | { kind: 'cancel'; by: string }
  /** Send it as shown; `wrap`: puts the files into a folder. */
  | { kind: 'send'; wrap: boolean }
  /** `abilityId`: the Ability that the user was shown. */
  | { kind: 'update'; abilityId?: AbilityId }
  /** `abilityId`: the Ability that the user was shown; `agentIds`: the Agents that get the new Ability. */
  | { kind: 'replace'; abilityId?: AbilityId; wrap: boolean; agentIds?: readonly AgentId[] }
  /** A new name or description. If `icon` is absent, the earlier choice is kept. */
  | { kind: 'change'; form: UploadForm; icon?: UploadRecord['icon']; wrap: boolean };

/** The uploads of a workspace. Methods throw store errors unless they say otherwise. */
export interface AccountUploads {
  /** Null if the record is no longer kept. */
  find: (id: string) => Promise<UploadRecord | null>;
  /**
   * Applies a decision and continues the upload. `version`: the record version that the user saw, if known; if the
   * record has changed since, only canceling works. False if the upload no longer accepts the decision.
   */
  decide: (of: { id: string; version?: number | undefined }, decision: UploadDecision, by: string) => Promise<boolean>;
  /**
   * Waits until an accepted upload asks or ends. Returns the record as it is then, or earlier if that takes long: after
   * an error, at a deadline, or when this process stops. Null if the record can't be read or is no longer kept. Never
   * throws.
   */
  waitForQuestion: (id: string) => Promise<UploadRecord | null>;
  /** Stores an upload and starts it. */
  accept: (request: UploadRequest) => Promise<UploadRecord | UploadRefusal>;
  /**
   * Called when somebody answers an upload in a message that it may not know. The message becomes the upload's own, or
   * loses its buttons if the upload has another message and no longer asks. Never throws.
   */
  adopt: (record: UploadRecord, place: UploadPlace) => Promise<void>;
  /**
   * Compares the code of an upload whose name is taken with the current code of the Ability that has the name. Null if
   * that code can't be read.
   * @throws PackageProblemError, FileUnavailableError, SpoolFullError, TimeoutError.
   */
  compare: (record: UploadRecord) => Promise<CodeComparison | null>;
  /** Digest of everything in an upload that affects the resulting Ability. */
  digest: (record: UploadRecord) => string;
  /** True if an upload shows its progress in that message. */
  isPlaceTaken: (place: UploadPlace) => Promise<boolean>;
}
