import {
  type Ability,
  type AbilityId,
  type Agent,
  type AgentId,
  leftOutOf,
  mayBeListed,
} from '@abilities-bot/service-api';
import { isServiceError, leavesOutcomeOpen } from '../../service/errors.ts';
import type { Change } from '../../store/undo-record.ts';
import { type AgentRow, agentRow, agentRows, nameAbilities } from '../agents.ts';
import { type AuditResult, abilityTarget, agentRefTarget, agentTarget } from '../audit-result.ts';
import { compareNames } from '../catalog.ts';
import { cannotUndo, type UndoResult } from '../change.ts';
import type { Command } from '../command.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { findAgent } from '../find.ts';
import type { KnownAbilities } from '../known-assignments.ts';
import { FINDING, LOOKING, type OperationContext } from '../operation-context.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { type AgentRef, parseAbilityRef, parseAgentRef, unquote } from '../references.ts';
import { EVERYWHERE, withoutArgument } from '../verb.ts';

export type AssignCommand =
  | { verb: 'agents' }
  /** `adds`: an Ability to preselect beside those the Agent has. */
  | { verb: 'assign'; agent: AgentRef; adds?: AbilityId }
  /** Opens the form that picks an Agent for an Ability. */
  | { verb: 'assign-to'; abilityId: AbilityId }
  | { verb: 'save-assignment'; agentId: AgentId; abilityIds: AbilityId[] }
  | { verb: 'unassign'; agent: AgentRef; confirmed: boolean };

export type AssignOutcome =
  /** `unread`: number of unreadable rows. */
  | { kind: 'agents'; rows: AgentRow[]; unread?: number }
  | { kind: 'assign-form'; form: AssignForm }
  | { kind: 'choose-agent-form'; ability: Ability; agents: Agent[] }
  | { kind: 'assigned'; result: AssignmentResult }
  | { kind: 'unassign-question'; row: AgentRow };

/** As it is recorded. */
type Assigned = Extract<Change, { kind: 'assigned' }>;

/** What an undo of an assignment comes to. */
export type UndoneAssignment = Extract<AssignOutcome, { kind: 'assigned' }>;

export const assignFeature = {
  verbs: {
    agents: {
      name: 'agents',
      group: 'Look',
      role: 'viewer',
      argument: '',
      summary: 'The Agents of the account, and what is known of their Abilities.',
      examples: ['agents'],
      tryLine: 'agents',
      places: EVERYWHERE,
      read: withoutArgument({ verb: 'agents' }),
    },
    assign: {
      name: 'assign',
      doing: 'Assigning',
      group: 'Change',
      role: 'operator',
      argument: '[agent]',
      summary: 'Choose the Abilities of an Agent.',
      examples: ['assign Echo'],
      tryLine: 'assign',
      places: EVERYWHERE,
      read: (argument) => {
        const name = unquote(argument);
        if (name === '') return { verb: 'agents' };
        const ability = parseAbilityRef(name);
        if (ability.by === 'ability') return { verb: 'assign-to', abilityId: ability.id };
        return { verb: 'assign', agent: parseAgentRef(name) };
      },
    },
    unassign: {
      name: 'unassign',
      doing: 'Unassigning',
      group: 'Change',
      role: 'operator',
      argument: '<agent>',
      summary: 'Take all Abilities from an Agent, after a question.',
      examples: ['unassign Echo'],
      tryLine: 'agents',
      places: EVERYWHERE,
      read: (argument) => ({ verb: 'unassign', agent: parseAgentRef(unquote(argument)), confirmed: false }),
    },
  },
  commands: {
    agents: { verb: 'agents', changes: false, targets: () => [], run: (_, { context }) => browseAgents(context) },
    assign: {
      verb: 'assign',
      changes: false,
      targets: ({ agent }) => [agentRefTarget(agent)],
      form: () => 'Abilities of an Agent',
      run: (command, { context }) => openAssignForm(command, context),
    },
    'assign-to': {
      verb: 'assign',
      changes: false,
      targets: ({ abilityId }) => [abilityTarget(abilityId, null)],
      form: () => 'Add to an Agent',
      run: ({ abilityId }, { context }) => chooseAgent(abilityId, context),
    },
    'save-assignment': {
      verb: 'assign',
      changes: true,
      targets: ({ agentId }) => [agentTarget(agentId, null)],
      run: ({ abilityIds, agentId }, { context }) => saveAssignment(agentId, abilityIds, context),
    },
    unassign: {
      verb: 'unassign',
      changes: ({ confirmed }) => confirmed,
      targets: ({ agent }) => [agentRefTarget(agent)],
      wanted: () => 'unassign',
      run: (command, { context }) => unassignAbilities(command, context),
    },
  },
  outcomes: {
    agents: SHOWS,
    'assign-form': SHOWS,
    'choose-agent-form': SHOWS,
    assigned: { audit: ({ result }) => auditAssignment(result), change: ({ result }) => assignedChange(result) },
    'unassign-question': SHOWS,
  },
  changes: {
    assigned: {
      name: ({ agentName }) => agentName,
      things: ({ agentId }) => [`list of ${agentId}`],
      undo: restoreAssignment,
      replay: ({ after, before }, account) => account.assign(before, after),
    },
  },
} satisfies Feature<AssignCommand, AssignOutcome, Assigned>;

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

/** Endpoints 1 and 5: what is needed to choose the Abilities of one Agent. */
export async function openAssignForm(
  { adds, agent: ref }: { agent: AgentRef; adds?: AbilityId },
  context: OperationContext,
): Promise<Outcome> {
  const { service } = context;
  const [agents, abilities] = await Promise.all([service.listAgents(LOOKING), service.listAbilities(LOOKING)]);
  const found = findAgent(agents, ref);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const { agent } = found;
  return assignForm(agent, abilities, context, adds);
}

async function assignForm(
  agent: Agent,
  abilities: readonly Ability[],
  { assignments }: OperationContext,
  adds: AbilityId | undefined,
): Promise<Outcome> {
  const current = await assignments.of(agent);
  return {
    kind: 'assign-form',
    form: { agent, choices: choicesOf(abilities, current), current, ...(adds ? { adds } : {}) },
  };
}

/** The Agents that an Ability can be added to. A single one is not offered as a choice. */
export async function chooseAgent(abilityId: AbilityId, context: OperationContext): Promise<Outcome> {
  const { service } = context;
  const [agents, abilities] = await Promise.all([service.listAgents(LOOKING), service.listAbilities(LOOKING)]);
  const ability = abilities.find(({ id }) => id === abilityId);
  // An unreadable row may still exist.
  if (!ability && mayBeListed(abilities)(abilityId)) await service.listAbilities();
  if (!ability) return { kind: 'gone-already', id: abilityId };
  const [only] = agents;
  if (only && agents.length === 1) return assignForm(only, abilities, context, abilityId);
  return { kind: 'choose-agent-form', ability, agents: [...agents].sort(compareNames) };
}

/** Includes unreadable Abilities of the Agent: saving removes what the form does not list. */
function choicesOf(abilities: readonly Ability[], current: KnownAbilities): AssignForm['choices'] {
  const listed = new Set<AbilityId>(abilities.map(({ id }) => id));
  const has = current.known === 'no' ? [] : current.abilityIds;
  const names = new Map(leftOutOf(abilities).map(({ id, name }) => [id, name]));
  const unread = has
    .filter((id) => !listed.has(id) && mayBeListed(abilities)(id))
    .map((id) => ({ id, name: names.get(id) ?? `ID ${id}` }));
  return [...abilities, ...unread].sort(compareNames);
}

/** Endpoint 2: the Agent gets exactly these Abilities. */
export const saveAssignment = (
  agentId: AgentId,
  abilityIds: readonly AbilityId[],
  context: OperationContext,
): Promise<Outcome> => changeAssignment(agentId, () => [...new Set(abilityIds)], context);

/** The list that an Agent is to have, told from what it has right before; or why it is to stay as it is. */
export type AssignmentWanted = (current: KnownAbilities, abilities: readonly Ability[]) => AbilityId[] | Refusal;

/**
 * Replaces the list of an Agent. What was added and removed is told against the list as it is at this moment, since
 * somebody else may have saved while a form was open.
 */
export async function changeAssignment(
  agentId: AgentId,
  wanted: AssignmentWanted,
  context: OperationContext,
): Promise<Outcome> {
  const { service, assignments, locks } = context;
  return locks.run(`agent:${agentId}`, async () => {
    const [agents, abilities] = await Promise.all([service.listAgents(FINDING), service.listAbilities(FINDING)]);
    const found = findAgent(agents, { by: 'agent', id: agentId });
    if (!found.ok) return { kind: 'refused', refusal: found.refusal };
    const { agent } = found;
    const current = await assignments.of(agent);
    const abilityIds = wanted(current, abilities);
    if (!Array.isArray(abilityIds)) return { kind: 'refused', refusal: abilityIds };
    const nameOf = nameAbilities(abilities);
    // Before it is sent: where the bot is killed in the midst, or the answer is lost, nothing is known any more.
    await assignments.forget(agentId);
    try {
      const { confirmed } = await service.setAgentAbilities(agentId, abilityIds);
      if (confirmed !== 'no') await assignments.save(agentId, abilityIds);
      const before = current.known === 'no' ? null : [...current.abilityIds];
      const change = before && compare(before, abilityIds, nameOf);
      const abilityNames = abilityIds.map(nameOf);
      return { kind: 'assigned', result: { agent, abilityIds, abilityNames, before, change, confirmed } };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      // The client has read the list back where the service shows one: no further read could tell.
      if (leavesOutcomeOpen(error)) return { kind: 'trouble', error, effect: 'unknown' };
      if (current.known === 'from-last-save') await assignments.save(agentId, current.abilityIds);
      return { kind: 'trouble', error, effect: 'none' };
    }
  });
}

function compare(before: readonly AbilityId[], after: readonly AbilityId[], nameOf: (id: AbilityId) => string) {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: after.filter((id) => !had.has(id)).map(nameOf),
    removed: before.filter((id) => !has.has(id)).map(nameOf),
  };
}

/** Takes all Abilities from an Agent, after a question. Only a confirmed ID is changed; a confirmed name asks again. */
export async function unassignAbilities(
  { agent: ref, confirmed }: Extract<Command, { verb: 'unassign' }>,
  context: OperationContext,
): Promise<Outcome> {
  if (confirmed && ref.by === 'agent') return saveAssignment(ref.id, [], context);
  const { assignments, service } = context;
  const [agents, abilities] = await Promise.all([service.listAgents(LOOKING), service.listAbilities(LOOKING)]);
  const found = findAgent(agents, ref);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const knownOf = await assignments.lookUp([found.agent]);
  return { kind: 'unassign-question', row: agentRow(found.agent, nameAbilities(abilities), knownOf) };
}

/** Without regard to order and doubles. */
export function hasSame(some: readonly AbilityId[], others: readonly AbilityId[]): boolean {
  const [left, right] = [new Set(some), new Set(others)];
  return left.size === right.size && [...left].every((id) => right.has(id));
}

/** Endpoint 1, with images; the names of their Abilities where it is known which they have. */
export async function browseAgents({ assignments, service }: OperationContext): Promise<Outcome> {
  const [agents, abilities] = await Promise.all([
    service.listAgents({ withImage: true, ...LOOKING }),
    service.listAbilities(LOOKING),
  ]);
  const rows = agentRows(agents, nameAbilities(abilities), await assignments.lookUp(agents));
  const unread = leftOutOf(agents).length;
  return { kind: 'agents', rows, ...(unread > 0 ? { unread } : {}) };
}

function auditAssignment({ abilityIds, agent, before, confirmed }: AssignmentResult): AuditResult {
  const list = (ids: readonly number[]) => (ids.length === 0 ? 'no Abilities' : ids.map((id) => `id:${id}`).join(', '));
  return {
    outcome: confirmed === 'no' ? 'failed' : 'done',
    why: confirmed === 'no' ? 'the service does not show this list' : null,
    targets: [agentTarget(agent.id, agent.name)],
    before: before === null ? null : list(before),
    after: list(abilityIds),
  };
}

/** A list that the service does not show as saved is none that could be told or taken back. */
function assignedChange({ abilityIds, agent, before, confirmed }: AssignmentResult): Change | null {
  if (confirmed === 'no' || (before && hasSame(before, abilityIds))) return null;
  return { kind: 'assigned', agentId: agent.id, agentName: agent.name, before, after: abilityIds };
}

/**
 * Abilities that were deleted since are left out on both sides: no Agent has them any more. A list that the service does
 * not show as saved is told as that, and not as taken back.
 */
async function restoreAssignment(
  { after, agentId, agentName, before }: Assigned,
  changeId: string,
  context: OperationContext,
): Promise<UndoResult> {
  const later = await wasAssignedSince(changeId, agentId, context);
  const outcome = await changeAssignment(
    agentId,
    (current, abilities) => {
      if (before === null) return cannotUndo('not-undoable', agentName);
      const isOnAccount = mayBeListed(abilities);
      const still = (ids: readonly AbilityId[]) => ids.filter(isOnAccount);
      const isAsLeft = current.known === 'no' ? !later : hasSame(still(current.abilityIds), still(after));
      return isAsLeft ? still(before) : cannotUndo('moved-on', agentName);
    },
    context,
  );
  const isDone = outcome.kind === 'assigned' && outcome.result.confirmed !== 'no';
  return isDone ? { done: true, outcome } : { done: false, outcome };
}

/** As far as the history is looked through for later changes of an Agent. */
const RECENT = 100;

/** What an Agent has may have been forgotten by a restart; the history remembers who saved since. */
async function wasAssignedSince(
  changeId: string,
  agentId: Assigned['agentId'],
  { undoLog }: OperationContext,
): Promise<boolean> {
  for (const recent of await undoLog.recent(RECENT)) {
    if (recent.id === changeId) return false;
    if (recent.change.kind === 'assigned' && recent.change.agentId === agentId) return true;
  }
  return true;
}
