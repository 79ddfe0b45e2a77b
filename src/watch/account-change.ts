import type { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';

/** One difference between two looks at an account. Names are those of the later look, as far as it has them. */
export type AccountChange =
  /** `installed`: what came with it; null when it is not installed. */
  | {
      kind: 'ability-new';
      abilityId: AbilityId;
      name: string;
      installed: { id: InstalledAbilityId; enabled: boolean } | null;
    }
  /** Whether its installed record went too is not told. */
  | { kind: 'ability-gone'; abilityId: AbilityId; name: string }
  | { kind: 'ability-renamed'; abilityId: AbilityId; before: string; after: string }
  /** `abilityId` is null for an orphan. */
  | {
      kind: 'installed-new';
      installedId: InstalledAbilityId;
      abilityId: AbilityId | null;
      name: string;
      enabled: boolean;
    }
  | { kind: 'installed-gone'; installedId: InstalledAbilityId; abilityId: AbilityId | null; name: string }
  | { kind: 'enabled' | 'disabled'; installedId: InstalledAbilityId; name: string }
  | { kind: 'trigger-words'; installedId: InstalledAbilityId; name: string; added: string[]; removed: string[] }
  /** Several Abilities have one name by now. */
  | { kind: 'duplicate-name'; name: string; abilityIds: AbilityId[] }
  /** One Ability is installed several times by now. */
  | { kind: 'duplicate-installed'; abilityId: AbilityId; name: string; installedIds: InstalledAbilityId[] }
  | { kind: 'agent-new' | 'agent-gone'; agentId: AgentId; name: string };
