import type {
  Ability,
  AbilityId,
  AbilityRelease,
  Agent,
  AgentId,
  InstalledAbility,
  ListedRelease,
  ReleaseId,
} from '@abilities-bot/service-api';
import type { UnreadableAnswerError } from './errors.ts';
import type { AbilityUpload } from './types.ts';
import type { UploadReceipt } from './upload.ts';
import type { AssignmentReceipt, DeletionReport, InstalledAbilityChange } from './writes.ts';

export interface ReadOptions {
  /** Allows a cached answer: for display, never as the basis of a change. */
  mayBeCached?: boolean;
  /**
   * Allows omitted rows, listed by `leftOutOf`. Never use it to decide that something is absent. Without it, such a
   * list is an UnreadableAnswerError.
   */
  mayBePartial?: boolean;
}

/**
 * The eight documented endpoints, then five undocumented routes, which report when the service does not offer them.
 * All methods throw only the errors of `errors.ts`.
 */
export interface ServiceClient {
  /** 1. `withImage` requests the image URL of each Agent. */
  listAgents(options?: ReadOptions & { withImage?: boolean }): Promise<Agent[]>;
  /** 2. Replaces the Agent's whole list, then reads it back as far as the service shows it. */
  setAgentAbilities(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<AssignmentReceipt>;
  /** 3. Sent once; after an unclear answer, the list of Abilities decides. */
  uploadAbility(upload: AbilityUpload): Promise<UploadReceipt>;
  /** 4. Falls back to the whole list on 404. */
  getAbility(id: AbilityId, options?: ReadOptions): Promise<Ability>;
  /** 5. */
  listAbilities(options?: ReadOptions): Promise<Ability[]>;
  /** 6. */
  listInstalledAbilities(options?: ReadOptions): Promise<InstalledAbility[]>;
  /**
   * 7. Replaces the row: read it immediately before. Null if the change is certain, otherwise the error of an unclear
   * answer.
   */
  setInstalledAbility(row: InstalledAbility, change: InstalledAbilityChange): Promise<UnreadableAnswerError | null>;
  /** 8. Permanent, sent once; the result for each ID is read from the list. */
  deleteAbilities(ids: readonly AbilityId[]): Promise<DeletionReport>;
  /** The release of an installed Ability that can be updated in place. Null: not installed, or not offered. */
  findRelease(id: AbilityId): Promise<AbilityRelease | null>;
  /**
   * Downloads an Ability's package, a flat zip, to a new file that only its owner can read. False: not offered, or
   * none.
   */
  downloadPackage(id: AbilityId, path: string, maxBytes: number, options?: { signal?: AbortSignal }): Promise<boolean>;
  /** Replaces the code of a release with a flat zip. Idempotent. Not offered: NotFoundError. */
  updateRelease(
    releaseId: ReleaseId,
    zip: { path: string; fileName: string },
    commitMessage: string,
    options?: { signal?: AbortSignal },
  ): Promise<void>;
  /** All releases of an Ability that can be read, newest first. Null: not offered, or no such Ability. */
  listReleases(id: AbilityId): Promise<ListedRelease[] | null>;
  /** Makes this release the current one. Idempotent. NotFoundError if the service lacks the route or the release. */
  enableRelease(releaseId: ReleaseId): Promise<void>;
  /** Forgets cached answers, after another process has changed the account. */
  clearCache(): void;
}
