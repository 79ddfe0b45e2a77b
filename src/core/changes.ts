import type { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import { joinTables } from '../base/by-tag.ts';
import type { ApprovalRecord } from '../store/approval-record.ts';
import type { Difference } from '../store/difference-record.ts';
import { type Change, isUndo, type UndoRecord } from '../store/undo-record.ts';
import type {
  ChangedAgentList,
  ChangedThing,
  ChangeLookup,
  ChangeOf,
  ChangeRow,
  ChangeRows,
  Comparison,
  ReadEntries,
  ReplayedAccount,
  ShownAccount,
} from './change.ts';
import { includesDisabling } from './features/approvals/needed.ts';
import { FEATURES } from './features/index.ts';

const CHANGES: ChangeRows<Change> = joinTables(FEATURES.map(({ records }) => records));

const changeRow = <K extends Change['kind']>(kind: K): ChangeRow<ChangeOf<Change, K>> => CHANGES[kind];

const agentListOf = (change: Change): ChangedAgentList | null => changeRow(change.kind).agentList(change);

const thingsOf = (change: Change): ChangedThing[] => changeRow(change.kind).things(change);

function isOvertaken({ at, change, id }: UndoRecord, others: readonly UndoRecord[]): boolean {
  const things = new Set(thingsOf(change));
  return others.some(
    (other) =>
      other.id !== id &&
      other.at.getTime() > at.getTime() &&
      other.undoneBy === null &&
      !isUndo(other.change) &&
      thingsOf(other.change).some((thing) => things.has(thing)),
  );
}

function isUndoRequested({ change }: UndoRecord, waiting: readonly ApprovalRecord[]): boolean {
  const ids = statesAfter(change).flatMap(({ enabled, id }) => (enabled ? id : []));
  return ids.length > 0 && waiting.some(({ what }) => includesDisabling(what, ids));
}

export const changeLookup: ChangeLookup = {
  nameOf: (change) => changeRow(change.kind).name(change),
  isAbout: (change, entry) => changeRow(change.kind).isAbout(change, entry),
  agentListOf,
  statesWanted: ({ change, undoneBy }) =>
    undoneBy !== null || isUndo(change) || changeRow(change.kind).isTemporary ? [] : statesAfter(change),
  undo: (change, changeId, run) => changeRow(change.kind).undo?.(change, changeId, run) ?? null,
  isOvertaken,
  isUndoRequested,
};

/** Applies the bot's own change to the lists that the watch expects. */
export const replayChange = (change: Change, account: ReplayedAccount): void =>
  changeRow(change.kind).replay(change, account);

export function statesAfter(change: Change): { id: InstalledAbilityId; enabled: boolean }[] {
  const states: { id: InstalledAbilityId; enabled: boolean }[] = [];
  const ignore = () => {};
  replayChange(change, {
    toggle: (id, enabled) => states.push({ id, enabled }),
    setTriggerWords: ignore,
    assign: ignore,
    add: ignore,
    delete: ignore,
    deleteNamesakes: ignore,
  });
  return states;
}

/** Null if the change did not set its state. */
export const stateAfter = (change: Change, id: InstalledAbilityId): boolean | null =>
  statesAfter(change).find((one) => one.id === id)?.enabled ?? null;

/** Compares the account with a change; null if its feature does that itself. */
export const compareChange = async (change: Change, shown: ShownAccount): Promise<Comparison | null> =>
  changeRow(change.kind).compare?.(change, shown) ?? null;

export const explainsDifference = (later: Change, difference: Difference, earlier: Change): boolean =>
  changeRow(later.kind).explains(later, difference, agentListOf(earlier));

/** True if {@link abilitiesOf} may return any. */
export const changesReceipts = ({ kind }: Change): boolean => changeRow(kind).abilities !== null;

/** The Abilities whose upload receipts must be redrawn after a change. */
export const abilitiesOf = async (change: Change, readEntries: ReadEntries): Promise<ReadonlySet<AbilityId>> =>
  new Set(await changeRow(change.kind).abilities?.(change, readEntries));
