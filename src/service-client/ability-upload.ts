import type { AbilityId, AgentId, Category } from '@abilities-bot/service-api';

/** A new Ability and the files to make it from. Both files must stay where they are until the upload ends. */
export interface AbilityUpload {
  name: string;
  category: Category;
  /** One line. */
  description: string;
  /** Sent comma-separated, so that a comma inside a trigger word splits it. */
  triggerWords: readonly string[];
  zip: { path: string; fileName: string };
  image?: { path: string; fileName: string; contentType: string };
  /** The Agent that gets it, which installs it; its other Abilities stay. Without one it is not installed. */
  agentId?: AgentId;
  /** The IDs on the account, read before sending: after a lost answer, an Ability of this name with another ID may be ours. */
  existingIds: ReadonlySet<AbilityId>;
  /** Ends the upload when the caller may not send any more. Neither is the list read then. */
  signal?: AbortSignal;
}
