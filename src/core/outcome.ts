import type { Ability, AbilityId, Agent, InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type { AnyServiceError } from '../service-client/errors/index.ts';
import type { ApprovalRecord } from '../store/approval-record.ts';
import type { AuditRecord } from '../store/audit-record.ts';
import type { StoredSettings } from '../store/workspace-settings-record.ts';
import type { Access } from './access/access.ts';
import type { Policy } from './access/policy.ts';
import type { Catalog, CatalogEntry } from './catalog.ts';
import type { ChoosingVerb } from './command.ts';
import type { ShownKey } from './connection.ts';
import type { Finding } from './finding.ts';
import type { HistoryQuery } from './history-query.ts';
import type { ListQuery } from './list-query.ts';
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
  choices: Pick<Ability, 'id' | 'name'>[];
  current: KnownAbilities;
  /** Preselected when the form opens. */
  adds?: AbilityId;
}

export interface AssignmentResult {
  agent: Agent;
  abilityIds: AbilityId[];
  abilityNames: string[];
  /** Null when the list before was not known. */
  before: AbilityId[] | null;
  /** Null when the list before was not known. */
  change: { added: string[]; removed: string[] } | null;
  confirmed: 'yes' | 'no' | 'unknown';
}

/** One of several Abilities that were to be switched. */
export type ToggleResult =
  | { kind: 'toggled' | 'unchanged'; id: InstalledAbilityId; name: string }
  /** It has none, and the service switches no Ability without. */
  | { kind: 'needs-trigger-words'; id: InstalledAbilityId; name: string }
  | { kind: 'refused'; asked: string; refusal: Refusal }
  | { kind: 'trouble'; name: string; error: AnyServiceError; effect: Effect };

/** One of several Abilities that may be deleted, with what goes with it. */
export interface DeletionItem {
  entry: CatalogEntry;
  ability: Ability;
  /** Null when nobody tells. */
  agentNames: string[] | null;
}

/** One of several Abilities that were to be deleted. `name` is null for one that was gone before. */
export interface DeletionResult {
  id: AbilityId;
  name: string | null;
  fate: 'deleted' | 'still-there' | 'unknown' | 'gone-already';
}

/** What somebody else did to trigger words since they were shown, as far as it stays so. */
export interface WordsMeanwhile {
  added: string[];
  removed: string[];
}

/** Trigger words before and after, and what somebody else did to them meanwhile. */
export interface WordsDifference {
  before: string[];
  after: string[];
  added: string[];
  removed: string[];
  kept: string[];
  /** Left out where nobody did anything, or nobody knows what was shown. */
  meanwhile?: WordsMeanwhile;
}

/** Everything on the account, as it is exported. */
export interface AccountExport {
  agents: AgentRow[];
  abilities: Ability[];
  installed: InstalledAbility[];
  /** Who did what, oldest first. */
  history: AuditRecord[];
  readAt: Date;
  /** Number of unreadable rows; absent for none. */
  unread?: number;
}

/** One attempt, and whether it can still be taken back. */
export interface HistoryEntry {
  record: AuditRecord;
  /** The change to take back; null when it cannot be, or not any more. */
  undo: string | null;
  undoneBy: string | null;
}

/** What came of a command, as plain data: the Slack side turns it into blocks, tests compare it as it is. */
export type Outcome =
  /** `found`: the entries that the query asks for, in its order, all pages. */
  /** `pinned`: the rows named in the query, in order; null for one that is gone. Absent if it names none. */
  | {
      kind: 'list';
      catalog: Catalog;
      query: ListQuery;
      found: readonly CatalogEntry[];
      pinned?: readonly (CatalogEntry | null)[];
    }
  | { kind: 'search-form'; query: ListQuery }
  | { kind: 'choose-form'; wanted: ChoosingVerb }
  /** `waits`: deleting it asks a second admin. Left out where it does not, or nobody knows. */
  | { kind: 'card'; entry: CatalogEntry; details: Ability | null; agentNames: string[] | null; waits?: true }
  /** `row`: the installed record, whose words are the ones that count. */
  | { kind: 'triggers'; entry: CatalogEntry; row: InstalledAbility }
  | { kind: 'triggers-form'; row: InstalledAbility }
  /** Nothing is saved yet. */
  | { kind: 'triggers-question'; row: InstalledAbility; difference: WordsDifference }
  | { kind: 'triggers-saved'; id: InstalledAbilityId; name: string; difference: WordsDifference }
  | { kind: 'triggers-unchanged'; id: InstalledAbilityId; name: string; meanwhile?: WordsMeanwhile }
  /** `unread`: number of unreadable rows. */
  | { kind: 'agents'; rows: AgentRow[]; unread?: number }
  | { kind: 'assign-form'; form: AssignForm }
  | { kind: 'choose-agent-form'; ability: Ability; agents: Agent[] }
  | { kind: 'assigned'; result: AssignmentResult }
  | { kind: 'unassign-question'; row: AgentRow }
  | { kind: 'toggled'; id: InstalledAbilityId; name: string; enabled: boolean; triggerWords: 'kept' | 'set' }
  | { kind: 'unchanged'; id: InstalledAbilityId; name: string; enabled: boolean }
  | { kind: 'toggled-several'; enabled: boolean; results: ToggleResult[] }
  | { kind: 'needs-trigger-words'; row: InstalledAbility; wanted: 'enable' | 'disable' }
  /** `waits`: as of a card. */
  | { kind: 'delete-question'; entry: CatalogEntry; ability: Ability; agentNames: string[] | null; waits?: true }
  /** `refused`: those of the named ones that cannot be deleted. `waits`: all of them do, since one request is one decision. */
  | { kind: 'delete-several-question'; items: DeletionItem[]; refused: Refusal[]; waits?: true }
  | { kind: 'deleted'; name: string; id: AbilityId }
  | { kind: 'still-there' | 'maybe-deleted'; name: string; id: AbilityId }
  | { kind: 'gone-already'; id: AbilityId }
  | { kind: 'deleted-several'; results: DeletionResult[] }
  | { kind: 'upload-form' }
  | { kind: 'export'; account: AccountExport }
  | { kind: 'starter'; name: string }
  /** `of`: what taking it back did. */
  | { kind: 'undone'; changeId: string; of: UndoneOutcome }
  | { kind: 'whoami'; access: Access }
  | { kind: 'examined'; findings: Finding[] }
  | { kind: 'history'; query: HistoryQuery; entries: HistoryEntry[]; total: number; pages: number }
  /** `fixed`: what the environment sets, to which the admins add. */
  | { kind: 'settings-form'; stored: StoredSettings; fixed: Policy }
  | { kind: 'settings-saved'; before: StoredSettings; after: StoredSettings }
  | { kind: 'settings-unchanged' }
  /** Nothing is done yet. `toldIn`: the channel where the others are asked; null where they are not. */
  | { kind: 'approval-asked'; approval: ApprovalRecord; toldIn: string | null }
  /** `pinned`: the rows of a list that was drawn before, decided or not; null for one that no longer exists. */
  | { kind: 'approvals'; waiting: ApprovalRecord[]; pinned?: (ApprovalRecord | null)[] }
  /** `of`: what came of it. It waits again when that was nothing. */
  | { kind: 'approved'; approval: ApprovalRecord; of: ApprovedOutcome; waitsAgain: boolean }
  | { kind: 'declined'; approval: ApprovalRecord }
  /** Decided before, or expired: as the record says. */
  | { kind: 'approval-over'; approval: ApprovalRecord }
  /** The upload got the decision; its own message tells what becomes of it. */
  | { kind: 'replacing'; uploadId: string; name: string }
  /** The upload cannot take the decision any more. */
  | { kind: 'upload-past'; uploadId: string; name: string }
  | { kind: 'connect-form'; present: ShownKey | null }
  /** Of keys only the last four characters; null for one that could not be read. */
  | { kind: 'connected'; lastFour: string; before: { lastFour: string | null } | null }
  | { kind: 'disconnect-question'; present: ShownKey }
  | { kind: 'disconnected'; lastFour: string | null }
  /** `fixedAccount`: the operator sets the account, so connect and disconnect are not offered. */
  | { kind: 'help'; about: string | null; fixedAccount?: true }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'trouble'; error: AnyServiceError; effect: Effect };

export type UndoneOutcome = Extract<Outcome, { kind: 'toggled' | 'toggled-several' | 'triggers-saved' | 'assigned' }>;

/** What comes of deleting. */
export type DeletionOutcome = Extract<
  Outcome,
  { kind: 'deleted' | 'still-there' | 'maybe-deleted' | 'gone-already' | 'deleted-several' }
>;

/** What comes of something that a second admin approved. */
export type ApprovedOutcome = DeletionOutcome | Extract<Outcome, { kind: 'replacing' | 'upload-past' | 'trouble' }>;

/** `none`: nothing was changed. `unknown`: the answer was lost and the lists could not be read to find out. */
export type Effect = 'none' | 'unknown';
