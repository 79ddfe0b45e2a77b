import type { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';

/** How a person or a button names an Ability. Bare numbers are never taken for an ID: there are two kinds of them. */
export type AbilityRef =
  | { by: 'name'; name: string }
  | { by: 'ability'; id: AbilityId }
  | { by: 'installed'; id: InstalledAbilityId };

export type AgentRef = { by: 'name'; name: string } | { by: 'agent'; id: AgentId };
