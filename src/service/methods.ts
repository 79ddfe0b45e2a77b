import type {
  Ability,
  AbilityId,
  AbilityRelease,
  Agent,
  AgentId,
  InstalledAbility,
  ReleaseId,
} from '@abilities-bot/service-api';
import type { UnreadableAnswerError } from './errors.ts';
import type { AbilityUpload } from './types.ts';
import type { UploadReceipt } from './upload.ts';
import type { AssignmentReceipt, DeletionReport, InstalledAbilityChange } from './writes.ts';

export interface ReadOptions {
  /** Whether the answer may be some moments old: for whoever looks, never for what a change is decided by. */
  mayBeKept?: boolean;
  /**
   * Allows omitted rows, listed by `leftOutOf`. Never use it to decide that something is absent. Without it, such a
   * list is an UnreadableAnswerError.
   */
  mayBePartial?: boolean;
}

/**
 * The eight endpoints of the service as eight methods, then three for routes that the document does not name, each of
 * which says when the service does not offer it. All of them throw the errors of `errors/` and nothing else about the
 * service.
 */
export interface ServiceClient {
  /** 1. `withImage` asks for the image URL of each Agent. */
  listAgents(options?: ReadOptions & { withImage?: boolean }): Promise<Agent[]>;
  /** 2. Replaces the Agent's whole list, then reads it back as far as the service shows it. */
  setAgentAbilities(agentId: AgentId, abilityIds: readonly AbilityId[]): Promise<AssignmentReceipt>;
  /** 3. Sent once; after an unclear answer the list tells what happened. */
  uploadAbility(upload: AbilityUpload): Promise<UploadReceipt>;
  /** 4. Looks in the whole list when the service does not find it. */
  getAbility(id: AbilityId, options?: ReadOptions): Promise<Ability>;
  /** 5. */
  listAbilities(options?: ReadOptions): Promise<Ability[]>;
  /** 6. */
  listInstalledAbilities(options?: ReadOptions): Promise<InstalledAbility[]>;
  /** 7. Replaces the row: read it right before. Null unless the answer, which is no failure, leaves it open. */
  setInstalledAbility(row: InstalledAbility, change: InstalledAbilityChange): Promise<UnreadableAnswerError | null>;
  /** 8. Permanent, sent once; what became of each ID is read from the list. */
  deleteAbilities(ids: readonly AbilityId[]): Promise<DeletionReport>;
  /** The release of an installed Ability that can be changed in place. Null: not installed, or not offered. */
  findRelease(id: AbilityId): Promise<AbilityRelease | null>;
  /** The package of an Ability, a flat zip, to a new file that only its owner can read. False: not offered, or none. */
  downloadPackage(id: AbilityId, path: string, maxBytes: number, options?: { signal?: AbortSignal }): Promise<boolean>;
  /** Replaces the code of a release by a flat zip. Sending it again changes nothing more. Not offered: NotFoundError. */
  updateRelease(
    releaseId: ReleaseId,
    zip: { path: string; fileName: string },
    commitMessage: string,
    options?: { signal?: AbortSignal },
  ): Promise<void>;
}
