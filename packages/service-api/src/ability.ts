import * as z from 'zod';
import { AbilityId } from './ids.ts';
import { decoration, listIn, optionalFlag, optionalText, triggerWordList } from './tolerant-fields.ts';

const Version = z.object({ is_committed: z.boolean() });

/**
 * An Ability on the account. The interface doesn't document its fields, so these are the ones that existing clients
 * use.
 */
export const Ability = z
  .object({
    id: AbilityId,
    name: z.string(),
    category: optionalText,
    description: optionalText,
    trigger_words: triggerWordList,
    is_installed: optionalFlag,
    is_approved: optionalFlag,
    is_published: optionalFlag,
    last_updated: optionalText,
    capability_versions: decoration(z.array(z.unknown())),
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    /** One of the four categories, or any text from a newer service. */
    category: row.category,
    description: row.description,
    triggerWords: row.trigger_words,
    isInstalled: row.is_installed,
    isApproved: row.is_approved,
    isPublished: row.is_published,
    /** As the service sent it, usually in ISO 8601. */
    lastUpdated: row.last_updated,
    versionCount: row.capability_versions?.length ?? null,
    hasOnlyDrafts: hasOnlyDrafts(row.capability_versions ?? []),
  }));
export type Ability = z.infer<typeof Ability>;

/** Null if the service doesn't report it. */
function hasOnlyDrafts(versions: readonly unknown[]): boolean | null {
  const committed = versions.map((version) => Version.safeParse(version).data?.is_committed);
  if (committed.includes(true)) return false;
  return versions.length > 0 && committed.every((one) => one === false) ? true : null;
}

/** Endpoint 5 returns an array. Wrapped forms have been observed. */
export const AbilityList = listIn(Ability, 'abilities', 'capabilities');
