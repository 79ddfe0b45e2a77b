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
  /** Allows a cached answer. Only for display, never as the basis of a change. */
  mayBeCached?: boolean;
  /**
   * Allows that rows are omitted, which `leftOutOf` lists. Never use it to decide that something is absent. Without it,
   * a list with unreadable rows throws UnreadableAnswerError.
   */
  mayBePartial?: boolean;
}

/**
 * The eight documented endpoints, numbered as in the interface, then five undocumented routes that a service may lack.
 * Methods throw only the errors of `errors.ts`.
 */
export interface ServiceClient {
  /** 1. `withImage` requests the image URL of each Agent. */
  listAgents(options?: ReadOptions & { withImage?: boolean }): Promise<Agent[]>;
  /** 2. Replaces all of an Agent's Abilities, then reads them back if the service reports them. */
  setAgentAbilities(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<AssignmentReceipt>;
  /** 3. Sent only once. After an unclear answer, the list of Abilities shows whether the upload succeeded. */
  uploadAbility(upload: AbilityUpload): Promise<UploadReceipt>;
  /** 4. Falls back to the list of Abilities on a 404. */
  getAbility(id: AbilityId, options?: ReadOptions): Promise<Ability>;
  /** 5. */
  listAbilities(options?: ReadOptions): Promise<Ability[]>;
  /** 6. */
  listInstalledAbilities(options?: ReadOptions): Promise<InstalledAbility[]>;
  /**
   * 7. Replaces the row, so read it immediately before. Returns null if the change is certain, otherwise the error of
   * an unclear answer.
   */
  setInstalledAbility(row: InstalledAbility, change: InstalledAbilityChange): Promise<UnreadableAnswerError | null>;
  /** 8. Permanent, and sent only once. The result for each ID is read from the list. */
  deleteAbilities(ids: readonly AbilityId[]): Promise<DeletionReport>;
  /**
   * The release of an installed Ability that can be updated in place. Null if it isn't installed, or the service lacks
   * the route.
   */
  findRelease(id: AbilityId): Promise<AbilityRelease | null>;
  /**
   * Downloads an Ability's package, a flat zip, to a new file that only its owner can read. Returns false if there is
   * none, or the service lacks the route.
   */
  downloadPackage(id: AbilityId, path: string, maxBytes: number, options?: { signal?: AbortSignal }): Promise<boolean>;
  /**
   * Replaces the code of a release with a flat zip. Idempotent. Throws NotFoundError if the service lacks the route.
   */
  updateRelease(
    releaseId: ReleaseId,
    zip: { path: string; fileName: string },
    commitMessage: string,
    options?: { signal?: AbortSignal },
  ): Promise<void>;
  /**
   * All readable releases of an Ability, newest first. Null if there is no such Ability, or the service lacks the
   * route.
   */
  listReleases(id: AbilityId): Promise<ListedRelease[] | null>;
  /**
   * Makes this release the current one. Idempotent. Throws NotFoundError if the service lacks the route or the release.
   */
  enableRelease(releaseId: ReleaseId): Promise<void>;
  /** Clears cached answers, after another process has changed the account. */
  clearCache(): void;
}
