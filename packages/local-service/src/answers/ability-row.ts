import type { AbilityRecord } from '../storage/abilities.ts';
import { findRunning, type ReleaseRecord } from '../storage/releases.ts';
import { versionName } from './version-name.ts';

/** An Ability in the answers of endpoints 4 and 5 (fields: service notes, endpoint 5). */
export function abilityRow(ability: AbilityRecord, isInstalled: boolean, releases: readonly ReleaseRecord[]) {
  const own = releases.filter(({ abilityId }) => abilityId === ability.id);
  const running = findRunning(ability, own);
  return {
    id: ability.id,
    name: ability.name,
    category: ability.category,
    description: ability.description,
    trigger_words: ability.triggerWords,
    selected_keys: ability.selectedKeys,
    is_installed: isInstalled,
    is_approved: ability.isApproved,
    is_published: ability.isPublished,
    last_updated: ability.lastUpdated,
    // Newest first: a public client sends an update to the first of them.
    capability_versions: own.toReversed().map((release) => ({
      id: release.id,
      version: versionName(release),
      is_committed: release.isCommitted,
      is_user_enabled: release === running,
    })),
  };
}
