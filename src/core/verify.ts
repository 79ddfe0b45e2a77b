import { isServiceError } from '../service/errors.ts';
import type { Difference } from '../store/difference-record.ts';
import type { Change } from '../store/undo-record.ts';
import type { AgentLists, ChangeVerdict, ShownAccount } from './change.ts';
import { compareChange, explainsDifference } from './changes.ts';
import { MAY_BE_PARTIAL, type OperationContext } from './operation-context.ts';

/** `overtaken`: later changes from Slack explain all differences, or this change was undone. */
type Verified = ChangeVerdict | 'overtaken' | null;

/**
 * Compares the account with a change that the service has reported as done. Makes one call, or two without `lists`.
 * @param changeId ID of its undo record; null if it has none.
 * @param isLast true if no later check follows.
 * @returns null if the account shows the change, or if its feature does the comparison itself.
 */
export async function verifyChange(
  change: Change,
  { service, undoLog }: Pick<OperationContext, 'service' | 'undoLog'>,
  { changeId, isLast = false, lists }: { changeId: string | null; isLast?: boolean; lists: AgentLists | null },
): Promise<Verified> {
  try {
    const compared = await compareChange(change, shownBy(service, lists));
    if (!compared || compared.differences.length === 0) return null;
    const { differences: all, left } = compared;
    const later = changeId === null ? [] : await readLater(changeId, undoLog);
    if (later === null) return 'overtaken';
    const differences = all.filter((one) => !later.some((other) => explainsDifference(other, one, change)));
    if (differences.length === 0) return 'overtaken';
    const mayBeLate = !isLast && differences.every(({ isOld }) => isOld);
    return { kind: mayBeLate || differences.every(isUnknown) ? 'pending' : 'different', differences, left };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return unreadable(change);
  }
}

/** The verdict if the account can't be read. */
export const unreadable = (change: Change): ChangeVerdict => ({
  kind: 'pending',
  left: change,
  differences: [{ kind: 'unread', isOld: true }],
});

/** True if the service doesn't say which release is current. */
const isUnknown = (difference: Difference): boolean => difference.kind === 'release' && !difference.isSaid;

/** @param known the lists of Agents, if they have been read already. */
const shownBy = (service: OperationContext['service'], known: AgentLists | null): ShownAccount => ({
  releasesOf: (id) => service.listReleases(id),
  rows: () => service.listInstalledAbilities(MAY_BE_PARTIAL),
  lists: async () => known ?? readLists(service),
});

async function readLists(service: OperationContext['service']): Promise<AgentLists> {
  const agents = await service.listAgents(MAY_BE_PARTIAL);
  return new Map(agents.map(({ abilityIds, id }) => [id, abilityIds]));
}

/** How many later changes are searched. */
const MAX_LATER = 100;

/** The later changes made from Slack; null if this one was undone. */
async function readLater(changeId: string, undoLog: OperationContext['undoLog']): Promise<Change[] | null> {
  const record = await undoLog.find(changeId);
  if (!record || record.undoneBy !== null) return null;
  const recent = await undoLog.recent(MAX_LATER);
  const index = recent.findIndex(({ id }) => id === changeId);
  return recent.slice(0, index < 0 ? undefined : index).map(({ change }) => change);
}
