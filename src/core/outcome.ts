import type { PackageSummary } from '../ability-package/inspect-package.ts';
import type { Ability, AbilityId, Agent, InstalledAbility, InstalledAbilityId } from '../contract/index.ts';
import type { AnyServiceError } from '../service-client/errors/index.ts';
import type { AbilityState, Catalog, CatalogEntry } from './catalog.ts';
import type { Refusal } from './refusal.ts';

/** Which Abilities an Agent has, and how that is known. The documented lists do not tell. */
export type KnownAbilities =
  | { known: 'from-service' | 'from-last-save'; abilityIds: readonly AbilityId[] }
  | { known: 'no' };

export interface AgentRow {
  agent: Agent;
  /** Names of the Agent's Abilities; null when nobody tells. */
  abilityNames: string[] | null;
  known: KnownAbilities['known'];
}

export interface AssignForm {
  agent: Agent;
  /** The Abilities of the account, by name. */
  choices: Ability[];
  current: KnownAbilities;
}

export interface AssignmentResult {
  agent: Agent;
  abilityNames: string[];
  /** Null when the list before was not known. */
  change: { added: string[]; removed: string[] } | null;
  confirmed: 'yes' | 'no' | 'unknown';
}

/** What came of a command, as plain data: the Slack side turns it into blocks, tests compare it as it is. */
export type Outcome =
  | { kind: 'list'; catalog: Catalog; page: number }
  | { kind: 'card'; entry: CatalogEntry; details: Ability | null; agentNames: string[] | null }
  | { kind: 'agents'; rows: AgentRow[] }
  | { kind: 'assign-form'; form: AssignForm }
  | { kind: 'assigned'; result: AssignmentResult }
  | { kind: 'toggled'; id: InstalledAbilityId; name: string; enabled: boolean; triggerWords: 'kept' | 'set' }
  | { kind: 'unchanged'; id: InstalledAbilityId; name: string; enabled: boolean }
  | { kind: 'needs-trigger-words'; row: InstalledAbility; wanted: 'enable' | 'disable' }
  | { kind: 'delete-question'; entry: CatalogEntry; ability: Ability; agentNames: string[] | null }
  | { kind: 'deleted'; name: string; id: AbilityId }
  | { kind: 'still-there' | 'maybe-deleted'; name: string; id: AbilityId }
  | { kind: 'gone-already'; id: AbilityId }
  | { kind: 'upload-form' }
  | { kind: 'uploaded'; name: string; id: AbilityId; state: AbilityState | null; contents: PackageSummary }
  | { kind: 'name-taken'; name: string; id: AbilityId }
  | { kind: 'package-refused'; name: string; sentence: string }
  | { kind: 'help'; about: string | null }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'trouble'; error: AnyServiceError; effect: Effect };

/** `none`: nothing was changed. `unknown`: the answer was lost and the lists could not be read to find out. */
export type Effect = 'none' | 'unknown';
