import type { Ability, AbilityId } from '@abilities-bot/service-api';
import type { CodeFacts } from '../../../store/code-facts-record.ts';
import type { Version } from '../../../store/version-record.ts';
import type { Requester } from '../../access.ts';
import type { CatalogEntry } from '../../catalog.ts';
import type { UploadRefusal } from '../upload/upload.ts';

/** The differences in one file. */
export interface ChangedFile {
  path: string;
  change: 'added' | 'removed' | 'changed';
  /** For a changed text file: lines that start with a space, `+` or `-`. Null otherwise, or if too much differs. */
  lines: string[] | null;
  /** The differences in unified diff format. */
  patch: string;
}

/** The changes that a rollback or an upload would make. */
export interface CodeComparison {
  /**
   * `running`: compared with the current code. `latest`: compared with the last version sent, because the current code
   * is unknown.
   */
  with: 'running' | 'latest';
  files: ChangedFile[];
  /** Facts about the version that would be sent. */
  facts: CodeFacts;
}

/** The part of the current code that is compared. */
export type RunningCode = Pick<Version, 'digest' | 'keys'>;

/** An Ability whose code is examined. */
export interface Examined {
  id: AbilityId;
  /** Differs if the code may have changed; null if that is unknown. */
  stamp: string | null;
  /** True if the package is downloaded even if the code is known. */
  isFresh: boolean;
}

/** The packages of an account's Abilities. */
export interface AccountVersions {
  /** Newest first. */
  list: (name: string) => Promise<Version[]>;
  /**
   * For each Ability, the version that was last sent and should be running, latest first. Omits versions that were only
   * found on the account, and Abilities that an upload is changing, whose version is added when it ends.
   */
  latest: () => Promise<Version[]>;
  /** Records that the last version sent should no longer be running, because a release was chosen instead. */
  setAside: (name: string) => Promise<void>;
  /** Digest of the current code; null if the service does not return it. */
  running: (id: AbilityId) => Promise<string | null>;
  /**
   * The current code of these Abilities, as far as it is known. Downloads a few packages, so that each call knows more:
   * first those that must be fresh, then unknown ones, in order. Takes a few seconds at most, and never fails because
   * of a download.
   */
  examine: (abilities: readonly Examined[]) => Promise<ReadonlyMap<AbilityId, RunningCode>>;
  /** {@link examine} without any download. */
  recall: (abilities: readonly Examined[]) => ReadonlyMap<AbilityId, RunningCode>;
  /** Forgets the code of these Abilities, so that the next `examine` downloads it again. */
  forgetCode: (ids: readonly AbilityId[]) => void;
  /** Null if there is nothing to compare with. */
  compare: (version: Version, id: AbilityId) => Promise<CodeComparison | null>;
  /** Writes the package, with a single top-level folder, to a new file. False if the version is no longer kept. */
  writePackage: (version: Version, path: string) => Promise<boolean>;
  /** Sends a version again, as an upload. `mustAsk`: asks before it changes any code. */
  rollBack: (
    what: { version: Version; entry: CatalogEntry; ability: Ability; mustAsk: boolean },
    by: Requester,
  ) => Promise<{ uploadId: string } | UploadRefusal>;
}
