import type { AbilityId, AgentId, Category, InstalledAbilityId } from '../contract/index.ts';

/** How a person or a button names an Ability. Bare numbers are never taken for an ID: there are two kinds of them. */
export type AbilityRef =
  | { by: 'name'; name: string }
  | { by: 'ability'; id: AbilityId }
  | { by: 'installed'; id: InstalledAbilityId };

export type AgentRef = { by: 'name'; name: string } | { by: 'agent'; id: AgentId };

/** What a person filled in for an upload. */
export interface UploadForm {
  name: string;
  category: Category;
  description: string;
  triggerWords: string[];
}

/**
 * What somebody wants done, the same whether it was typed, clicked or submitted. `confirmed` and `triggerWords` come
 * only from a dialog, never from typed text.
 */
export type Command =
  | { verb: 'list'; page: number }
  | { verb: 'show'; target: AbilityRef }
  | { verb: 'agents' }
  | { verb: 'assign'; agent: AgentRef }
  | { verb: 'save-assignment'; agentId: AgentId; abilityIds: AbilityId[] }
  | { verb: 'enable' | 'disable'; target: AbilityRef; triggerWords?: string[] }
  | { verb: 'delete'; target: AbilityRef; confirmed: boolean }
  | { verb: 'upload' }
  | { verb: 'help'; about: string | null };
