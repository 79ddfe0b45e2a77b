import {
  type Ability,
  type AbilityId,
  type Agent,
  type AgentId,
  leftOutOf,
  mayBeListed,
} from '@abilities-bot/service-api';
import { type AgentRow, agentRow, agentRows, nameAbilities } from '../../agents.ts';
import { abilityTarget, agentRefTarget, agentTarget } from '../../audit-result.ts';
import { compareNames } from '../../catalog.ts';
import type { Command } from '../../command.ts';
import { type Feature, SHOWS } from '../../feature.ts';
import { findAgent } from '../../find.ts';
import type { KnownAbilities } from '../../known-assignments.ts';
import { LOOKING, type OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { type AgentRef, parseAbilityRef, parseAgentRef, unquote } from '../../references.ts';
import { EVERYWHERE, withoutArgument } from '../../verb.ts';
import {
  type Assigned,
  type AssignmentResult,
  assignedChange,
  auditAssignment,
  restoreAssignment,
  saveAssignment,
} from './change-assignment.ts';

export type AssignCommand =
  | { verb: 'agents' }
  /** `adds`: an Ability to preselect in addition to the Agent's own. */
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

/** The result of undoing an assignment. */
export type UndoneAssignment = Extract<AssignOutcome, { kind: 'assigned' }>;

export interface AssignForm {
  agent: Agent;
  /** The Abilities of the account, by name. */
  choices: Pick<Ability, 'id' | 'name'>[];
  current: KnownAbilities;
  /** Preselected when the form opens. */
  adds?: AbilityId;
}

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
      complete: (command, { sure }) => (sure ? { ...command, confirmed: true } : command),
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
  records: {
    assigned: {
      name: ({ agentName }) => agentName,
      things: ({ agentId }) => [`list of ${agentId}`],
      undo: restoreAssignment,
      replay: ({ after, before }, account) => account.assign(before, after),
    },
  },
} satisfies Feature<AssignCommand, AssignOutcome, Assigned>;

/** Endpoints 1 and 5. */
async function openAssignForm(
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

/** The Agents that an Ability can be added to. If there is only one, opens its form directly. */
async function chooseAgent(abilityId: AbilityId, context: OperationContext): Promise<Outcome> {
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

/**
 * Removes all Abilities from an Agent after a confirmation. Only a confirmed ID is changed; a confirmed name asks
 * again.
 */
async function unassignAbilities(
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

/** Endpoint 1, with images, and the names of each Agent's Abilities if known. */
export async function browseAgents({ assignments, service }: OperationContext): Promise<Outcome> {
  const [agents, abilities] = await Promise.all([
    service.listAgents({ withImage: true, ...LOOKING }),
    service.listAbilities(LOOKING),
  ]);
  const rows = agentRows(agents, nameAbilities(abilities), await assignments.lookUp(agents));
  const unread = leftOutOf(agents).length;
  return { kind: 'agents', rows, ...(unread > 0 ? { unread } : {}) };
}
