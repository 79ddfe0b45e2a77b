import type {
  AbilityId,
  AgentId,
  InstalledAbility,
  InstalledAbilityId,
  ListedRelease,
} from '@abilities-bot/service-api';
import type { ByTag } from '../base/by-tag.ts';
import type { ApprovalRecord } from '../store/approval-record.ts';
import type { Difference } from '../store/difference-record.ts';
import type { Change, UndoRecord } from '../store/undo-record.ts';
import type { CatalogEntry } from './catalog.ts';
import type { Run } from './feature.ts';
import type { UndoneOutcome, UndoRefusal } from './features/undo.ts';
import type { Outcome } from './outcome.ts';

/** Everything the undo log needs to know about one kind of recorded change. */
export interface ChangeRow<C extends Change> {
  /** Names the changed thing in a sentence: a name, or the number of Abilities. */
  name: (change: C) => string;
  /** A later change of one of these things prevents an undo. */
  things: (change: C) => ChangedThing[];
  /** The list that somebody chose for an Agent; null if the change chose none. */
  agentList: (change: C) => ChangedAgentList | null;
  /** Null if the change cannot be undone. */
  undo: ((change: C, changeId: string, run: Run) => Promise<UndoResult>) | null;
  /** Null if the feature itself checks the account after the change. */
  compare: ((change: C, shown: ShownAccount) => Promise<Comparison>) | null;
  /**
   * The Abilities whose upload receipts must be redrawn after the change; null for none.
   * @param readEntries calls the service.
   */
  abilities: ((change: C, readEntries: ReadEntries) => AbilityIds | Promise<AbilityIds>) | null;
  /** True if the change is about this Ability, whose card shows the latest one. */
  isAbout: (change: C, entry: CatalogEntry) => boolean;
  /**
   * True if the change gives Abilities a state until it ends, as quiet does. Nobody chose that state for one of them, so
   * plans and the end of quiet ignore it.
   */
  isTemporary: boolean;
  /**
   * True if this change explains why the account differs from what an earlier change requested. False if both requested
   * the same, because then the difference is unexpected for both. An undo counts as a change, and undoing this change
   * doesn't restore the earlier one.
   * @param earlierList the list that the earlier change chose for an Agent.
   */
  explains: (change: C, difference: Difference, earlierList: ChangedAgentList | null) => boolean;
  /** Applies the change to the lists that the watch expects. */
  replay: (change: C, account: ReplayedAccount) => void;
}

/**
 * Identifies a thing that a change can set; not stored. The types of the IDs are part of it, so an ID of another kind
 * doesn't compile.
 */
export type ChangedThing =
  | `state of ${InstalledAbilityId}`
  | `words of ${InstalledAbilityId}`
  | `list of ${AgentId}`
  | `code of ${AbilityId}`;

export const stateOfInstalled = (id: InstalledAbilityId): ChangedThing => `state of ${id}`;
export const wordsOfInstalled = (id: InstalledAbilityId): ChangedThing => `words of ${id}`;
export const listOfAgent = (id: AgentId): ChangedThing => `list of ${id}`;
export const codeOfAbility = (id: AbilityId): ChangedThing => `code of ${id}`;

/** The list of an Agent before and after a change. */
export interface ChangedAgentList {
  agentId: AgentId;
  /** Null if the previous list was unknown. */
  before: AbilityIds | null;
  after: AbilityIds;
  /** The requested list, if the account shows another one, which is then in `after`. */
  asked?: AbilityIds | undefined;
}

type AbilityIds = readonly AbilityId[];
export type ReadEntries = () => Promise<readonly CatalogEntry[]>;

/** The part of the change table that features use. They can't import the table, because it is built from them. */
export interface ChangeLookup {
  /** Names the changed thing in a sentence: a name, or the number of Abilities. */
  nameOf: (change: Change) => string;
  isAbout: (change: Change, entry: CatalogEntry) => boolean;
  /** The list that somebody chose for an Agent; null if the change chose none. */
  agentListOf: (change: Change) => ChangedAgentList | null;
  /** The states that somebody chose for Abilities. Empty for an undo, an undone change and a temporary one. */
  statesWanted: (record: UndoRecord) => { id: InstalledAbilityId; enabled: boolean }[];
  /** Null if the change cannot be undone. */
  undo: (change: Change, changeId: string, run: Run) => Promise<UndoResult> | null;
  /**
   * True if a later change made from Slack affects the same thing, so that an undo would be refused.
   * @param others some changes of the workspace; undone changes and undos are ignored.
   */
  isOvertaken: (record: UndoRecord, others: readonly UndoRecord[]) => boolean;
  /**
   * True if the undo would disable Abilities, and someone has already requested the approval for that.
   * @param waiting the pending approvals.
   */
  isUndoRequested: (record: UndoRecord, waiting: readonly ApprovalRecord[]) => boolean;
}

/** Reads the account after a change. Rows call only the methods that they need. @throws service errors. */
export interface ShownAccount {
  /** Null if the service does not list them. */
  releasesOf(id: AbilityId): Promise<readonly ListedRelease[] | null>;
  rows(): Promise<readonly InstalledAbility[]>;
  /** The list of each Agent; null if the service does not show it. */
  lists(): Promise<AgentLists>;
}

export type AgentLists = ReadonlyMap<AgentId, readonly AbilityId[] | null>;

export interface Comparison {
  /** Empty if the account is as the change should have left it. */
  differences: Difference[];
  /** The change as the account shows it; null if it shows none of it. */
  left: Change | null;
}

/**
 * `pending`: the account still shows the previous state, or could not be read. `different`: it shows something that was
 * not requested, or waiting has not helped.
 */
export interface ChangeVerdict extends Comparison {
  kind: 'pending' | 'different';
}

/** The members of a union of changes that have this kind. */
export type ChangeOf<C extends Change, K> = ByTag<C, 'kind', K>;

export type ChangeRows<C extends Change> = { [K in C['kind']]: ChangeRow<ChangeOf<C, K>> };

/** `done` is false if nothing was undone, or if that is uncertain; the outcome says why. */
export type UndoResult = { done: true; outcome: UndoneOutcome } | { done: false; outcome: Outcome };

/** The account's lists, as far as the bot's own changes affect them. */
export interface ReplayedAccount {
  toggle(id: InstalledAbilityId, enabled: boolean): void;
  setTriggerWords(id: InstalledAbilityId, words: string[]): void;
  /** @param before null if the list was not known. */
  assign(before: readonly AbilityId[] | null, after: readonly AbilityId[]): void;
  add(id: AbilityId, name: string): void;
  delete(id: AbilityId, name: string): void;
  /** Removes the Ability with this name. For records of a replacement that don't identify the replaced Ability. */
  deleteNamesakes(name: string): void;
}

/** {@link ChangeRow.explains} for a change that gave this list to the Agent. */
export const explainsList = (agentId: AgentId, list: readonly AbilityId[], difference: Difference): boolean =>
  'agentId' in difference &&
  difference.agentId === agentId &&
  (difference.kind === 'agent-list' || !list.includes(difference.abilityId));

/** {@link ChangeRow.explains} for a change that created or removed the Ability's ID, so only its name identifies it. */
export function explainsByName(
  ability: { id: AbilityId; name: string },
  difference: Difference,
  earlierList: ChangedAgentList | null,
): boolean {
  if (difference.kind === 'agent-list') return earlierList?.after.includes(ability.id) ?? false;
  return difference.kind !== 'unread' && difference.name === ability.name;
}

/** The name of a single Ability, else the number of Abilities. */
export function nameOrCount(items: readonly { name: string }[]): string {
  const [first, ...others] = items;
  return first && others.length === 0 ? first.name : `${items.length} Abilities`;
}

export const cannotUndo = (reason: UndoRefusal['reason'], what: string | null): UndoRefusal => ({
  why: 'cannot-undo',
  reason,
  what,
});

/** Refuses an undo because the account has changed since. */
export const movedOn = (what: string): UndoResult => ({
  done: false,
  outcome: { kind: 'refused', refusal: cannotUndo('moved-on', what) },
});
