import type { InstalledRecord } from '../storage/installed-abilities.ts';

/** An installed Ability in the answer of endpoint 6. Has no Ability ID (service notes, endpoint 6). */
export function installedRow(installed: InstalledRecord, imageUrl: string | null) {
  return {
    id: installed.id,
    name: installed.name,
    category: installed.category,
    enabled: installed.enabled,
    trigger_words: installed.triggerWords,
    last_updated: installed.lastUpdated,
    image_file: imageUrl,
    default: installed.isDefault,
    system_capability: installed.isSystem,
    agent_capability: installed.isForAgents,
    shortcut: installed.shortcut,
  };
}
