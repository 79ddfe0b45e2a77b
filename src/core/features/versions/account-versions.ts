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
  /** Of a changed text: lines that begin with a space, `+` or `-`. Null for anything else, or if too much differs. */
  lines: string[] | null;
  /** The same, for a file of differences. */
  patch: string;
}

/** The changes that rolling back would make. */
export interface CodeComparison {
  /** `running`: with the current code. `latest`: with the last version sent, since the current code is unknown. */
  with: 'running' | 'latest';
  files: ChangedFile[];
  /** About the version that would be sent. */
  facts: CodeFacts;
}

/** What is compared of the code that runs. */
export type RunningCode = Pick<Version, 'digest' | 'keys'>;

/** An Ability whose code is examined. */
export interface Examined {
  id: AbilityId;
  /** Changes when its code may have changed; null if that cannot be told. */
  stamp: string | null;
  /** Whether its package is downloaded even if its code is known. */
  isFresh: boolean;
}

/** The packages of an account's Abilities. */
export interface AccountVersions {
  /** Newest first. */
  list: (name: string) => Promise<Version[]>;
  /**
   * The version of each Ability that was sent last and is meant to run, latest first; not what was only found. Without
   * those that an upload is changing: its version is added at its end.
   */
  latest: () => Promise<Version[]>;
  /** The version that was sent last is not meant to run any more: a release of the service was chosen instead. */
  setAside: (name: string) => Promise<void>;
  /** Digest of the current code; null if the service does not return it. */
  running: (id: AbilityId) => Promise<string | null>;
  /**
   * What is known of the code that runs. Downloads a few packages, so that each call knows more: those that must be
   * fresh, then unknown ones, in this order. Takes some seconds at most, and never fails because of a download.
   */
  examine: (abilities: readonly Examined[]) => Promise<ReadonlyMap<AbilityId, RunningCode>>;
  /** What is known of the code that runs, without any download. */
  recall: (abilities: readonly Examined[]) => ReadonlyMap<AbilityId, RunningCode>;
  /** Forgets the code of these, so that the next `examine` downloads it again. */
  forgetCode: (ids: readonly AbilityId[]) => void;
  /** Null if there is nothing to compare with. */
  compare: (version: Version, id: AbilityId) => Promise<CodeComparison | null>;
  /** Writes the package to a new file, in one folder. False if it is no longer kept. */
  writePackage: (version: Version, path: string) => Promise<boolean>;
  /** Sends a version again, as an upload does. `mustAsk`: it asks before it changes any code. */
  rollBack: (
    what: { version: Version; entry: CatalogEntry; ability: Ability; mustAsk: boolean },
    by: Requester,
  ) => Promise<{ uploadId: string } | UploadRefusal>;
}
