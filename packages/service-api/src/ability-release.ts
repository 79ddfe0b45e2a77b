import * as z from 'zod';
import { AbilityId, InstalledAbilityId, ReleaseId } from './ids.ts';
import { optionalFlag } from './tolerant-fields.ts';

/** The version of an installed Ability whose code can be changed in place. */
export interface AbilityRelease {
  abilityId: AbilityId;
  installedId: InstalledAbilityId;
  releaseId: ReleaseId;
  /** As the service counts or names it; null when it does not say. */
  version: string | number | null;
  /** False for a draft; null when the service does not say. */
  isCommitted: boolean | null;
}

/**
 * The installed record of an Ability with its releases, from a route that the document does not name. Without
 * `release_id` the only release is the one; of several none is guessed.
 */
export const ReleaseAnswer = z
  .object({
    /** Null when the Ability is not installed. */
    id: InstalledAbilityId.nullable(),
    release_id: ReleaseId.nullish(),
    version: z.union([z.string(), z.number()]).nullish(),
    is_committed: optionalFlag,
    releases: z.array(z.looseObject({ id: ReleaseId.nullish() })).nullish(),
    capability_id: AbilityId.nullish(),
    ability_id: AbilityId.nullish(),
  })
  .transform((row) => {
    const [first, ...others] = row.releases ?? [];
    const onlyRelease = others.length === 0 ? first?.id : null;
    return {
      /** Null unless the answer carries it. */
      abilityId: row.capability_id ?? row.ability_id ?? null,
      installedId: row.id,
      releaseId: row.release_id ?? onlyRelease ?? null,
      version: row.version ?? null,
      isCommitted: row.is_committed,
    };
  });
export type ReleaseAnswer = z.infer<typeof ReleaseAnswer>;
