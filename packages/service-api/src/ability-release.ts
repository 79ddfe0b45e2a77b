import * as z from 'zod';
import { AbilityId, InstalledAbilityId, ReleaseId } from './ids.ts';
import { optionalFlag } from './tolerant-fields.ts';

/** The version of an installed Ability whose code can be updated in place. */
export interface AbilityRelease {
  abilityId: AbilityId;
  installedId: InstalledAbilityId;
  releaseId: ReleaseId;
  /** A number or a name; null if the service does not say. */
  version: string | number | null;
  /** False for a draft; null if the service does not say. */
  isCommitted: boolean | null;
}

/**
 * The installed record of an Ability with its releases, from an undocumented route. Without `release_id`, a single
 * release is used; several are ambiguous and give null.
 */
export const ReleaseAnswer = z
  .object({
    /** Null if the Ability is not installed. */
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
      /** Null if the answer does not contain it. */
      abilityId: row.capability_id ?? row.ability_id ?? null,
      installedId: row.id,
      releaseId: row.release_id ?? onlyRelease ?? null,
      version: row.version ?? null,
      isCommitted: row.is_committed,
    };
  });
export type ReleaseAnswer = z.infer<typeof ReleaseAnswer>;
