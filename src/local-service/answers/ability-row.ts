import type { AbilityRecord } from '../storage/abilities.ts';
import type { ReleaseRecord } from '../storage/releases.ts';

/** An Ability as endpoints 4 and 5 answer it (fields: service notes, endpoint 5). */
export function abilityRow(ability: AbilityRecord, isInstalled: boolean, releases: readonly ReleaseRecord[]) {
  return {
    id: ability.id,
    name: ability.name,
    category: ability.category,
    description: ability.description,
    trigger_words: ability.triggerWords,
    is_installed: isInstalled,
    is_approved: ability.isApproved,
    is_published: ability.isPublished,
    last_updated: ability.lastUpdated,
    capability_versions: releases
      .filter(({ abilityId }) => abilityId === ability.id)
      .map(({ id, version, isCommitted }) => ({ id, version, is_committed: isCommitted })),
  };
}
