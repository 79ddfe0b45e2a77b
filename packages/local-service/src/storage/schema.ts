import type { AbilityId, AgentId, Category, InstalledAbilityId } from '@abilities-bot/service-api';
import type { Generated } from 'kysely';
import type { AccountId, ApiKeyId, ReleaseId } from './ids.ts';

/** SQLite has no boolean type. */
type Flag = 0 | 1;

/** The tables as created by `migrations.ts`. Times are ISO 8601 in UTC; `trigger_words` is a JSON array of strings. */
export interface Schema {
  settings: { name: string; value: string };
  accounts: { id: Generated<AccountId>; name: string; created_at: string };
  api_keys: {
    id: Generated<ApiKeyId>;
    account_id: AccountId;
    hash: string;
    last_four: string;
    created_at: string;
    revoked_at: string | null;
  };
  agents: {
    id: Generated<AgentId>;
    account_id: AccountId;
    name: string;
    image_file: string | null;
    description: Generated<string>;
  };
  abilities: {
    id: Generated<AbilityId>;
    account_id: AccountId;
    name: string;
    category: Category;
    description: string;
    trigger_words: string;
    image_file: string | null;
    is_approved: Flag;
    is_published: Flag;
    last_updated: string;
    /** JSON array, as the client sent it. */
    selected_keys: Generated<string>;
    /** Part of the account; cannot be deleted. */
    is_system: Generated<Flag>;
    /** Null: the newest release runs. */
    enabled_release_id: Generated<ReleaseId | null>;
    /** The name of a duplicate; null: `name`, which is unique. */
    shown_name: Generated<string | null>;
  };
  releases: {
    id: Generated<ReleaseId>;
    ability_id: AbilityId;
    version: number;
    is_committed: Flag;
    commit_message: string;
    package_file: string;
    created_at: Generated<string | null>;
  };
  installed_abilities: {
    id: Generated<InstalledAbilityId>;
    account_id: AccountId;
    ability_id: AbilityId | null;
    name: string;
    category: Category;
    enabled: Flag;
    trigger_words: string;
    is_default: Flag;
    is_system: Flag;
    is_for_agents: Flag;
    shortcut: string | null;
    last_updated: string;
  };
  agent_abilities: { agent_id: AgentId; ability_id: AbilityId };
}
