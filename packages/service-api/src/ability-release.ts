import * as z from 'zod';
import { AbilityId, InstalledAbilityId, ReleaseId } from './ids.ts';
import { decoration, listIn, optionalFlag } from './tolerant-fields.ts';

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

const Release = z.looseObject({
  id: ReleaseId.nullish(),
  version: decoration(z.union([z.string(), z.number()])),
  is_committed: optionalFlag,
});

/**
 * The installed record of an Ability with its releases, from an undocumented route. `release_id` may be a committed one
 * that was enabled; code is sent to the draft. Without `release_id`, a single release is used; several are ambiguous and
 * give null.
 */
export const ReleaseAnswer = z
  .object({
    /** Null if the Ability is not installed. */
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
      /** Null if the answer does not contain it. */
      abilityId: row.capability_id ?? row.ability_id ?? null,
      installedId: row.id,
      releaseId: draft?.id ?? row.release_id ?? onlyRelease ?? null,
      version: (draft ?? row).version ?? null,
      isCommitted: draft ? false : row.is_committed,
    };
  });
export type ReleaseAnswer = z.infer<typeof ReleaseAnswer>;

/** One release of an Ability. */
export interface ListedRelease {
  id: ReleaseId;
  /** A number or a name; null if the service does not say. */
  version: string | number | null;
  /** False for a draft; null if the service does not say. */
  isCommitted: boolean | null;
  commitMessage: string | null;
  /** Whether this one runs; null if the service does not say. */
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

/** The releases of an Ability, in the order of the service, from an undocumented route. */
export const ReleaseList = listIn(ReleaseRow, 'releases', 'capability_releases', 'results');
