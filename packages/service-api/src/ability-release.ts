import * as z from 'zod';
import { AbilityId, InstalledAbilityId, ReleaseId } from './ids.ts';
import { decoration, listIn, optionalFlag } from './tolerant-fields.ts';

/** A version of an installed Ability whose code can be updated in place. */
export interface AbilityRelease {
  abilityId: AbilityId;
  installedId: InstalledAbilityId;
  releaseId: ReleaseId;
  /** A number or a name; null if the service doesn't report it. */
  version: string | number | null;
  /** False for a draft; null if the service doesn't report it. */
  isCommitted: boolean | null;
}

const Release = z.looseObject({
  id: ReleaseId.nullish(),
  version: decoration(z.union([z.string(), z.number()])),
  is_committed: optionalFlag,
});

/**
 * The installed record of an Ability with its releases, from an undocumented route. `release_id` may be a committed
 * release that was enabled, but code is sent to the draft. Without `release_id`, the release is used if there is only
 * one; otherwise, the result is null.
 */
export const ReleaseAnswer = z
  .object({
    /** Null if the Ability isn't installed. */
    id: InstalledAbilityId.nullable(),
    release_id: ReleaseId.nullish(),
    version: z.union([z.string(), z.number()]).nullish(),
    is_committed: optionalFlag,
    releases: z.array(Release).nullish(),
    capability_id: AbilityId.nullish(),
    ability_id: AbilityId.nullish(),
  })
  .transform((row) => {
    const releases = row.releases ?? [];
    const [first, ...others] = releases;
    const onlyRelease = others.length === 0 ? first?.id : null;
    const drafts = row.is_committed ? releases.filter((release) => release.is_committed === false && release.id) : [];
    const draft = drafts.length === 1 ? drafts[0] : undefined;
    return {
      /** Null if the answer doesn't contain it. */
      abilityId: row.capability_id ?? row.ability_id ?? null,
      installedId: row.id,
      releaseId: draft?.id ?? row.release_id ?? onlyRelease ?? null,
      version: (draft ?? row).version ?? null,
      isCommitted: draft ? false : row.is_committed,
    };
  });
export type ReleaseAnswer = z.infer<typeof ReleaseAnswer>;

export interface ListedRelease {
  id: ReleaseId;
  /** A number or a name; null if the service doesn't report it. */
  version: string | number | null;
  /** False for a draft; null if the service doesn't report it. */
  isCommitted: boolean | null;
  commitMessage: string | null;
  /** True if this release runs; null if the service doesn't report it. */
  isEnabled: boolean | null;
  createdAt: string | null;
}

const ReleaseRow = z
  .object({
    id: ReleaseId.nullish(),
    release_id: ReleaseId.nullish(),
    version: decoration(z.union([z.string(), z.number()])),
    is_committed: optionalFlag,
    commit_message: decoration(z.string()),
    is_user_enabled: optionalFlag,
    is_enabled: optionalFlag,
    enabled: optionalFlag,
    created_at: decoration(z.string()),
  })
  .transform((row, context): ListedRelease => {
    const id = row.id ?? row.release_id;
    if (id == null) {
      context.addIssue({ code: 'custom', path: ['id'], message: 'Neither id nor release_id.' });
      return z.NEVER;
    }
    return {
      id,
      version: row.version,
      isCommitted: row.is_committed,
      commitMessage: row.commit_message || null,
      isEnabled: row.is_user_enabled ?? row.is_enabled ?? row.enabled,
      createdAt: row.created_at,
    };
  });

/** The releases of an Ability in the service's order, from an undocumented route. */
export const ReleaseList = listIn(ReleaseRow, 'releases', 'capability_releases', 'results');
