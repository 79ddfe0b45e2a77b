import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import type { UploadForm, UploadPlan, UploadRecord } from '../../../store/upload-record.ts';
import type { CodeComparison } from '../versions/account-versions.ts';
import type { UploadRefusal } from './upload.ts';

/** A message: where an upload shows its progress. */
export type UploadPlace = NonNullable<UploadRecord['place']>;

/** A shared file. `icon`: one shared together with the zip. */
export type OfferedFile = UploadRecord['zip'] & { icon?: { id: string; name: string } | undefined };

/** An upload to be stored. */
export interface UploadRequest {
  userId: string;
  /** The same key for a redelivered submission, which is accepted only once. */
  submissionKey: string;
  ref: string;
  form: UploadForm;
  zip: OfferedFile;
  /** The chosen icon; null for the one shared with the zip, if any. */
  icon: UploadRecord['icon'];
  /** The message for the progress; null posts a new one. */
  place: UploadPlace | null;
  /** The thread for a new message. If the bot cannot write there, it sends a direct message. */
  thread?: UploadPlace | null;
  /** Loose files are always put into a folder. */
  wrap: boolean;
  /** SHA-256 of the zip whose contents the form showed; null if it showed none. */
  seenSha256: string | null;
  /** Default: a new Ability. */
  plan?: UploadPlan;
  /** The Agent that a new Ability is added to. */
  addTo?: UploadRecord['addTo'];
  /** The Ability that gets an earlier version. */
  rollbackOf?: AbilityId;
}

export type UploadDecision =
  | { kind: 'cancel'; by: string }
  /** Send it as shown; `wrap`: in a folder. */
  | { kind: 'send'; wrap: boolean }
  /** `abilityId`: the one shown to the user. */
  | { kind: 'update'; abilityId?: AbilityId }
  /** `abilityId`: the one shown to the user; `agentIds`: the Agents that get the new one. */
  | { kind: 'replace'; abilityId?: AbilityId; wrap: boolean; agentIds?: readonly AgentId[] }
  /** A new name or description; without `icon`, the earlier choice stays. */
  | { kind: 'change'; form: UploadForm; icon?: UploadRecord['icon']; wrap: boolean };

/** The uploads of a workspace. Store errors are thrown, unless it says otherwise. */
export interface AccountUploads {
  /** Null if it is no longer kept. */
  find: (id: string) => Promise<UploadRecord | null>;
  /**
   * Applies a decision, and continues the upload. `version`: the one that the person saw, if known. False if the upload
   * accepts no such decision any more.
   */
  decide: (of: { id: string; version?: number | undefined }, decision: UploadDecision, by: string) => Promise<boolean>;
  /** Stores an upload, and starts it. */
  accept: (request: UploadRequest) => Promise<UploadRecord | UploadRefusal>;
  /**
   * Somebody answers an upload in a message that it may not know. It becomes the upload's, or loses its buttons if the
   * upload has another one and no longer asks. Never throws.
   */
  adopt: (record: UploadRecord, place: UploadPlace) => Promise<void>;
  /**
   * Compares the code of an upload that asks about a taken name with the current code of the Ability that has it. Null
   * if that cannot be read.
   * @throws PackageProblemError, FileUnavailableError, SpoolFullError; a TimeoutError.
   */
  compare: (record: UploadRecord) => Promise<CodeComparison | null>;
  /** Digest of everything in an upload that affects the resulting Ability. */
  digest: (record: UploadRecord) => string;
  /** Whether an upload shows its progress in that message. */
  isPlaceTaken: (place: UploadPlace) => Promise<boolean>;
}
