import {
  type Ability,
  type AbilityId,
  type Agent,
  type AgentId,
  type InstalledAbility,
  type InstalledAbilityId,
  leftOutOf,
  mayBeListed,
} from '@abilities-bot/service-api';
import { checkGuards } from '../../../base/request-context.ts';
import { isServiceError, leavesOutcomeOpen } from '../../../service/errors.ts';
import type { AuditTarget } from '../../../store/audit-record.ts';
import type { Difference } from '../../../store/difference-record.ts';
import type { Change } from '../../../store/undo-record.ts';
import { nameAbilities } from '../../agents.ts';
import { type AuditResult, abilityTarget, agentTarget } from '../../audit-result.ts';
import {
  type ChangedAgentList,
  type Comparison,
  cannotUndo,
  type ShownAccount,
  type UndoResult,
} from '../../change.ts';
import type { Run } from '../../feature.ts';
import { findAgent } from '../../find.ts';
import type { KnownAbilities } from '../../known-assignments.ts';
import { findAuthor } from '../../meanwhile.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../../operation-context.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { rebaseList } from '../../rebase-list.ts';
import { theService } from '../../service-name.ts';

export type Assigned = Extract<Change, { kind: 'assigned' }>;

export interface AssignmentResult {
  agent: Agent;
  abilityIds: AbilityId[];
  abilityNames: string[];
  /** Null if the previous list was not known. */
  before: AbilityId[] | null;
  /** Null if the previous list was not known. */
  change: { added: string[]; removed: string[] } | null;
  confirmed: 'yes' | 'no' | 'unknown';
  /** The list as read afterward; absent if the service doesn't show it. */
  shown?: AbilityId[];
  /** The Ability that the form was opened to add; absent if there was none, or if the list doesn't have it. */
  added?: { id: AbilityId; name: string };
  /**
   * Abilities that an undo removed from the Agent, and that are still enabled although no Agent is known to have them:
   * adding an Ability installs it, and removing it doesn't undo that. Absent if there was no undo, or if the lists
   * could not be read.
   */
  stillEnabled?: { id: InstalledAbilityId; name: string }[];
  /**
   * Names that others have added and removed since the form was drawn, and that were kept; absent for none. `by` is
   * absent if that happened outside Slack.
   */
  meanwhile?: { added: string[]; removed: string[]; by?: string };
}

/** The parts of a run that change an Agent's list. */
export type AssignmentRun = Pick<Run, 'changes' | 'context'>;

/** The form that a list was chosen in. */
interface AssignmentForm {
  /** If the service lists the Agent's Abilities, only this one is added to them. */
  adds?: AbilityId | undefined;
  /** The list that the form started with, so that changes made by others since are kept. Absent if unknown. */
  base?: readonly AbilityId[] | undefined;
}

/**
 * Gives the Agent exactly these Abilities (endpoint 2), but keeps what others have changed since the form was drawn.
 */
export async function saveAssignment(
  agentId: AgentId,
  abilityIds: readonly AbilityId[],
  run: AssignmentRun,
  { adds, base }: AssignmentForm = {},
): Promise<Outcome> {
  const wanted = (current: KnownAbilities, abilities: readonly Ability[]) => {
    if (current.known === 'no') return abilityIds;
    if (adds !== undefined && current.known === 'from-service') return [...current.abilityIds, adds];
    return base ? rebaseList(abilityIds, base, current.abilityIds.filter(mayBeListed(abilities))) : abilityIds;
  };
  const outcome = await changeAssignment(agentId, (...read) => [...new Set(wanted(...read))], run, base);
  if (outcome.kind !== 'assigned' || adds === undefined) return outcome;
  const { abilityIds: saved, abilityNames } = outcome.result;
  const name = abilityNames[saved.indexOf(adds)];
  return name === undefined ? outcome : { ...outcome, result: { ...outcome.result, added: { id: adds, name } } };
}

/** Computes the Agent's new list from its current one, or refuses. */
type ListChange = (current: KnownAbilities, abilities: readonly Ability[]) => AbilityId[] | Refusal;

/**
 * Replaces an Agent's list. The difference is computed against the current list, because somebody else may have saved
 * while a form was open.
 * @param seen the list that the person was shown, to report what others have changed since; undefined if unknown.
 */
async function changeAssignment(
  agentId: AgentId,
  wanted: ListChange,
  { changes, context }: AssignmentRun,
  seen?: readonly AbilityId[],
): Promise<Outcome> {
  const { service, assignments, locks } = context;
  return locks.alone(`agent:${agentId}`, async () => {
    const [agents, abilities] = await Promise.all([
      service.listAgents(MAY_BE_PARTIAL),
      service.listAbilities(MAY_BE_PARTIAL),
    ]);
    const found = findAgent(agents, { by: 'agent', id: agentId });
    if (!found.ok) return { kind: 'refused', refusal: found.refusal };
    const { agent } = found;
    const current = await assignments.of(agent);
    const abilityIds = wanted(current, abilities);
    if (!Array.isArray(abilityIds)) return { kind: 'refused', refusal: abilityIds };
    const nameOf = nameAbilities(abilities);
    // Forget the list before sending the request, because it is unknown after a crash or a lost response.
    checkGuards();
    await assignments.forget(agentId);
    try {
      const { abilityIds: shown, confirmed } = await service.setAgentAbilities(agentId, abilityIds);
      if (confirmed !== 'no') await assignments.save(agentId, abilityIds);
      const before = current.known === 'no' ? null : [...current.abilityIds];
      const change = before && compare(before, abilityIds, nameOf);
      const abilityNames = abilityIds.map(nameOf);
      const meanwhile = before && seen && compareMeanwhile({ seen, before, after: abilityIds }, abilities);
      const by = meanwhile && (await findAuthor((one) => leftList(changes.agentListOf(one), agentId, before), context));
      const result = { agent, abilityIds, abilityNames, before, change, confirmed };
      return {
        kind: 'assigned',
        result: {
          ...result,
          shown: shown ?? undefined,
          meanwhile: meanwhile ? { ...meanwhile, by: by ?? undefined } : undefined,
        },
      };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      // If the service shows a list, the client has already read it back, so another read would not help.
      if (leavesOutcomeOpen(error)) return { kind: 'trouble', error, effect: 'unknown' };
      if (current.known === 'from-last-save') await assignments.save(agentId, current.abilityIds);
      return { kind: 'trouble', error, effect: 'none' };
    }
  });
}

function compare(before: readonly AbilityId[], after: readonly AbilityId[], nameOf: (id: AbilityId) => string) {
  const had = new Set(before);
  return { added: after.filter((id) => !had.has(id)).map(nameOf), removed: removedOf(before, after).map(nameOf) };
}

function removedOf(before: readonly AbilityId[], after: readonly AbilityId[]): AbilityId[] {
  const has = new Set(after);
  return before.filter((id) => !has.has(id));
}

/** True if the row belongs to the Ability. A row without an Ability ID is matched by name. */
const isRowOf = (row: InstalledAbility, { id, name }: { id: AbilityId; name: string | undefined }): boolean =>
  row.abilityId === null ? row.name === name : row.abilityId === id;

/** Whether a change left the Agent with this list; null if the change was about something else. */
const leftList = (changed: ChangedAgentList | null, agentId: AgentId, list: readonly AbilityId[]): boolean | null =>
  changed?.agentId === agentId ? hasSame(changed.after, list) : null;

/** What others have changed since `seen` was shown and was kept; null for nothing. Ignores deleted Abilities. */
function compareMeanwhile(
  { after, before, seen }: Record<'seen' | 'before' | 'after', readonly AbilityId[]>,
  abilities: readonly Ability[],
): AssignmentResult['meanwhile'] | null {
  const nameOf = nameAbilities(abilities);
  const isListed = mayBeListed(abilities);
  const added = before.filter((id) => !seen.includes(id) && after.includes(id));
  const removed = seen.filter((id) => !before.includes(id) && !after.includes(id) && isListed(id));
  return added.length + removed.length === 0 ? null : { added: added.map(nameOf), removed: removed.map(nameOf) };
}

/**
 * Undoes an assignment. Ignores Abilities that were deleted since in both lists, because no Agent has them anymore. If
 * the service doesn't show the list as saved, the outcome says so and the change doesn't count as undone.
 */
export async function restoreAssignment(
  { after, agentId, agentName, before }: Assigned,
  changeId: string,
  run: AssignmentRun,
): Promise<UndoResult> {
  const later = await wasAssignedSince(changeId, agentId, run);
  const outcome = await changeAssignment(
    agentId,
    (current, abilities) => {
      if (before === null) return cannotUndo('not-undoable', agentName);
      const isOnAccount = mayBeListed(abilities);
      const still = (ids: readonly AbilityId[]) => ids.filter(isOnAccount);
      const isAsLeft = current.known === 'no' ? !later : hasSame(still(current.abilityIds), still(after));
      return isAsLeft ? still(before) : cannotUndo('moved-on', agentName);
    },
    run,
  );
  if (outcome.kind !== 'assigned' || outcome.result.confirmed === 'no') return { done: false, outcome };
  const stillEnabled = await findStillEnabled(outcome.result, run.context);
  return {
    done: true,
    outcome: { ...outcome, result: { ...outcome.result, stillEnabled: stillEnabled ?? undefined } },
  };
}

/** Null if the lists can't be read, because the undo is done either way. */
async function findStillEnabled(
  { abilityIds, before, change }: AssignmentResult,
  { assignments, service }: OperationContext,
): Promise<AssignmentResult['stillEnabled'] | null> {
  const taken = removedOf(before ?? [], abilityIds).map((id, at) => ({ id, name: change?.removed[at] }));
  if (taken.length === 0) return [];
  try {
    const [agents, rows] = await Promise.all([
      service.listAgents(MAY_BE_PARTIAL),
      service.listInstalledAbilities(MAY_BE_PARTIAL),
    ]);
    const knownOf = await assignments.lookUp(agents);
    const isOnAgent = (id: AbilityId) =>
      agents.map(knownOf).some((current) => current.known !== 'no' && current.abilityIds.includes(id));
    return taken.flatMap(({ id, name }) => {
      const row = isOnAgent(id) ? undefined : rows.find((one) => isRowOf(one, { id, name }));
      return row?.enabled ? [{ id: row.id, name: row.name }] : [];
    });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return null;
  }
}

/** How many recent changes are searched for a later change of the same Agent. */
const RECENT = 100;

/** Searches the undo log for a later save, because the saved list may be unknown. */
async function wasAssignedSince(
  changeId: string,
  agentId: AgentId,
  { changes, context }: AssignmentRun,
): Promise<boolean> {
  for (const recent of await context.undoLog.recent(RECENT)) {
    if (recent.id === changeId) return false;
    if (changes.agentListOf(recent.change)?.agentId === agentId) return true;
  }
  return true;
}

/** Uses names, because IDs mean nothing in the audit log once the Abilities are deleted. */
export function auditAssignment(result: AssignmentResult): AuditResult {
  const { abilityIds, abilityNames, agent, before: idsBefore, change } = result;
  const list = (names: readonly string[]) => (names.length === 0 ? 'no Abilities' : names.join(', '));
  const before = change && [...abilityNames.filter((name) => !change.added.includes(name)), ...change.removed];
  const isSame = idsBefore !== null && hasSame(idsBefore, abilityIds);
  const isLost = wasLost(result);
  return {
    outcome: isLost ? 'failed' : isSame ? 'unchanged' : 'done',
    why: isLost ? `${theService()} doesn't show this list` : null,
    // Abilities are targets too, so that their log shows the Agents.
    targets: [agentTarget(agent.id, agent.name), ...changedTargets(result)],
    before: before && list(before),
    after: list(abilityNames),
  };
}

/** The Abilities that the Agent got or lost. If the previous list was unknown, the whole new list. */
function changedTargets({ abilityIds, abilityNames, before, change }: AssignmentResult): AuditTarget[] {
  const had = new Set(before ?? []);
  return [
    ...abilityIds.flatMap((id, at) => (had.has(id) ? [] : [abilityTarget(id, abilityNames[at] ?? null)])),
    ...removedOf(before ?? [], abilityIds).map((id, at) => abilityTarget(id, change?.removed[at] ?? null)),
  ];
}

/** True if the service doesn't show the list, and the request, an empty multipart form, couldn't express it. */
export const wasLost = ({ confirmed, shown }: Pick<AssignmentResult, 'confirmed' | 'shown'>): boolean =>
  confirmed === 'no' && !shown;

export function assignedChange(result: AssignmentResult): Change | null {
  const { abilityIds, abilityNames, agent, before } = result;
  if (wasLost(result) || (before && hasSame(before, abilityIds))) return null;
  const had = new Set(before ?? []);
  const added = abilityIds.map((id, at) => ({ id, name: abilityNames[at] ?? '' })).filter(({ id }) => !had.has(id));
  return { kind: 'assigned', agentId: agent.id, agentName: agent.name, before, after: abilityIds, added };
}

/**
 * Compares the Agent's list, if the service shows it, and the installed records of the Abilities that the Agent got.
 */
export async function compareAssignment(change: Assigned, account: ShownAccount): Promise<Comparison> {
  const [rows, lists] = await Promise.all([account.rows(), account.lists()]);
  const { added = [], after, agentId, agentName, before } = change;
  const shown = lists.get(agentId) ?? null;
  const ofAgent = { agentId, agentName };
  const differences = added.flatMap(({ id: abilityId, name }): Difference[] => {
    const row = rows.find((one) => isRowOf(one, { id: abilityId, name }));
    if (!row) {
      if (leftOutOf(rows).length > 0) return [{ kind: 'unread', isOld: true }];
      return [{ kind: 'uninstalled', ...ofAgent, abilityId, name, isOld: true }];
    }
    if (row.isSystem === true || row.isForAgents !== false) return [];
    return [{ kind: 'cannot-fire', id: row.id, name, isOld: false }];
  });
  if (shown === null) return { differences, left: change };
  const missing = after.filter((id) => !shown.includes(id)).length;
  const kept = (before ?? []).filter((id) => !after.includes(id) && shown.includes(id)).length;
  if (missing + kept === 0) return { differences, left: change };
  const isOld = before !== null && hasSame(shown, before);
  return {
    differences: [{ kind: 'agent-list', ...ofAgent, missing, kept, isOld }, ...differences],
    // Keeps the requested list, so that a repair requests it again.
    left: { ...change, after: [...shown], asked: after },
  };
}

/** Ignores order and duplicates. */
export function hasSame(some: readonly AbilityId[], others: readonly AbilityId[]): boolean {
  const [left, right] = [new Set(some), new Set(others)];
  return left.size === right.size && [...left].every((id) => right.has(id));
}
