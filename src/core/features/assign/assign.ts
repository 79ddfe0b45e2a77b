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
import { explainsList, listOfAgent } from '../../change.ts';
import { readWordsOfAbilities, type WordsOfAbilities } from '../../clashes.ts';
import type { Command } from '../../command.ts';
import { type Feature, SHOWS } from '../../feature.ts';
import { findAgent } from '../../find.ts';
import type { KnownAbilities } from '../../known-assignments.ts';
import { goneAlready } from '../../lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { type AgentRef, parseAbilityRef, parseAgentRef, unquote } from '../../references.ts';
import { withoutArgument } from '../../verb.ts';
import {
  type Assigned,
  type AssignmentResult,
  type AssignmentRun,
  assignedChange,
  auditAssignment,
  compareAssignment,
  restoreAssignment,
  saveAssignment,
} from './change-assignment.ts';

export type AssignCommand =
  | { verb: 'agents' }
  | { verb: 'assign'; agent: AgentRef }
  /** Opens the form that adds an Ability to an Agent. `agentId`: the chosen Agent. */
  | { verb: 'assign-to'; abilityId: AbilityId; agentId?: AgentId }
  /** `adds`: the Ability that the form was opened to add. `base`: the list that the form showed; absent if unknown. */
  | {
      verb: 'save-assignment';
      agentId: AgentId;
      abilityIds: AbilityId[];
      adds?: AbilityId;
      base?: AbilityId[] | undefined;
    }
  | { verb: 'unassign'; agent: AgentRef; confirmed: boolean };

export type AssignOutcome =
  /** `unread`: number of unreadable rows. */
  | { kind: 'agents'; rows: AgentRow[]; unread?: number }
  | { kind: 'assign-form'; form: AssignForm }
  | { kind: 'add-to-agent-form'; form: AddForm }
  | { kind: 'assigned'; result: AssignmentResult }
  | { kind: 'unassign-question'; row: AgentRow };

/** The result of undoing an assignment. */
export type UndoneAssignment = Extract<AssignOutcome, { kind: 'assigned' }>;

export interface AssignForm {
  agent: Agent;
  /** The account's Abilities, sorted by name. */
  choices: Pick<Ability, 'id' | 'name'>[];
  current: KnownAbilities;
  /** Trigger words of all Abilities; absent if unknown. */
  words?: WordsOfAbilities;
}

/** The form that adds an Ability to an Agent. */
export interface AddForm {
  ability: Ability;
  /** Sorted by name. */
  agents: Agent[];
  /** The chosen Agent and its Abilities; null if none is chosen yet. */
  chosen: AssignForm | null;
}

export const assignFeature: Feature<AssignCommand, AssignOutcome, Assigned> = {
  verbs: {
    agents: {
      group: 'View',
      role: 'viewer',
      argument: '',
      summary: 'List the Agents and their Abilities.',
      examples: ['agents'],
      homeLabel: 'Agents',
      tryLine: 'agents',
      read: withoutArgument({ verb: 'agents' }),
    },
    assign: {
      doing: 'Assigning',
      group: 'Change',
      role: 'editor',
      action: 'assign Abilities',
      argument: '[agent]',
      summary: "Choose an Agent's Abilities.",
      examples: ['assign Echo'],
      homeLabel: "Edit an Agent's Abilities…",
      tryLine: 'assign',
      read: (argument) => {
        const name = unquote(argument);
        if (name === '') return { verb: 'agents' };
        const ability = parseAbilityRef(name);
        if (ability.by === 'ability') return { verb: 'assign-to', abilityId: ability.id };
        return { verb: 'assign', agent: parseAgentRef(name) };
      },
    },
    unassign: {
      doing: 'Unassigning',
      group: 'Change',
      role: 'editor',
      action: 'remove all Abilities from an Agent',
      argument: '<agent>',
      summary: 'Remove all Abilities from an Agent.',
      examples: ['unassign Echo'],
      homeLabel: "Remove an Agent's Abilities…",
      tryLine: 'agents',
      read: (argument) => ({ verb: 'unassign', agent: parseAgentRef(unquote(argument)), confirmed: false }),
    },
  },
  commands: {
    agents: {
      changes: false,
      ofAnyAccount: true,
      run: (_, { context }) => browseAgents(context),
    },
    assign: {
      changes: false,
      targets: ({ agent }) => [agentRefTarget(agent)],
      form: () => "An Agent's Abilities",
      run: (command, { context }) => openAssignForm(command, context),
    },
    'assign-to': {
      verb: 'assign',
      changes: false,
      targets: ({ abilityId }) => [abilityTarget(abilityId, null)],
      form: () => 'Add to Agent',
      run: (command, { context }) => openAddForm(command, context),
    },
    'save-assignment': {
      verb: 'assign',
      changes: true,
      targets: ({ agentId }) => [agentTarget(agentId, null)],
      run: ({ abilityIds, adds, agentId, base }, run) => saveAssignment(agentId, abilityIds, run, { adds, base }),
    },
    unassign: {
      changes: ({ confirmed }) => confirmed,
      targets: ({ agent }) => [agentRefTarget(agent)],
      nextAction: () => 'unassign',
      complete: (command, { sure }) => (sure ? { ...command, confirmed: true } : command),
      run: (command, run) => unassignAbilities(command, run),
    },
  },
  outcomes: {
    agents: SHOWS,
    'assign-form': SHOWS,
    'add-to-agent-form': SHOWS,
    assigned: {
      audit: ({ result }) => auditAssignment(result),
      change: ({ result }) => assignedChange(result),
      shown: ({ result: { agent, shown } }) => new Map([[agent.id, shown ?? null]]),
    },
    'unassign-question': SHOWS,
  },
  records: {
    assigned: {
      name: ({ agentName }) => agentName,
      things: ({ agentId }) => [listOfAgent(agentId)],
      agentList: (change) => change,
      undo: restoreAssignment,
      compare: compareAssignment,
      // The Abilities that are in only one of the two lists.
      abilities: ({ after, before }) => {
        const [old, fresh] = [new Set(before), new Set(after)];
        return [...new Set([...old, ...fresh])].filter((id) => old.has(id) !== fresh.has(id));
      },
      isAbout: ({ after, before }, { ability }) =>
        ability !== null && (before?.includes(ability.id) ?? false) !== after.includes(ability.id),
      isTemporary: false,
      explains: ({ after, agentId }, one) => explainsList(agentId, after, one),
      replay: ({ after, before }, account) => account.assign(before, after),
    },
  },
};

/** Calls endpoints 1 and 5. */
export async function openAssignForm({ agent: ref }: { agent: AgentRef }, context: OperationContext): Promise<Outcome> {
  const { service } = context;
  const [agents, abilities] = await Promise.all([
    service.listAgents(MAY_BE_CACHED),
    service.listAbilities(MAY_BE_CACHED),
  ]);
  const found = findAgent(agents, ref);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return { kind: 'assign-form', form: await assignForm(found.agent, abilities, context) };
}

async function assignForm(agent: Agent, abilities: readonly Ability[], context: OperationContext): Promise<AssignForm> {
  const [current, words] = await Promise.all([context.assignments.of(agent), readWordsOfAbilities(abilities, context)]);
  return { agent, choices: choicesOf(abilities, current), current, words };
}

/** Opens the form that adds an Ability to an Agent. A single Agent is preselected. */
async function openAddForm(
  { abilityId, agentId }: Extract<Command, { verb: 'assign-to' }>,
  context: OperationContext,
): Promise<Outcome> {
  const { service } = context;
  const [listed, abilities] = await Promise.all([
    service.listAgents(MAY_BE_CACHED),
    service.listAbilities(MAY_BE_CACHED),
  ]);
  const ability = abilities.find(({ id }) => id === abilityId);
  // An unreadable row may be this Ability.
  if (!ability && mayBeListed(abilities)(abilityId)) await service.listAbilities();
  if (!ability) return goneAlready({ by: 'ability', id: abilityId });
  const agents = [...listed].sort(compareNames);
  const agent = agents.length === 1 ? agents[0] : agents.find(({ id }) => id === agentId);
  const chosen = agent ? await assignForm(agent, abilities, context) : null;
  return { kind: 'add-to-agent-form', form: { ability, agents, chosen } };
}

/** Includes unreadable Abilities of the Agent, because saving removes everything that the form doesn't list. */
function choicesOf(abilities: readonly Ability[], current: KnownAbilities): AssignForm['choices'] {
  const listed = new Set<AbilityId>(abilities.map(({ id }) => id));
  const has = current.known === 'no' ? [] : current.abilityIds;
  const names = new Map(leftOutOf(abilities).map(({ id, name }) => [id, name]));
  const unread = has
    .filter((id) => !listed.has(id) && mayBeListed(abilities)(id))
    .map((id) => ({ id, name: names.get(id) ?? `ID ${id}` }));
  return [...abilities, ...unread].sort(compareNames);
}

/** Removes all Abilities from an Agent once confirmed. Only a confirmed ID is changed; a confirmed name asks again. */
async function unassignAbilities(
  { agent: ref, confirmed }: Extract<Command, { verb: 'unassign' }>,
  run: AssignmentRun,
): Promise<Outcome> {
  if (confirmed && ref.by === 'agent') return saveAssignment(ref.id, [], run);
  const { assignments, service } = run.context;
  const [agents, abilities] = await Promise.all([
    service.listAgents(MAY_BE_CACHED),
    service.listAbilities(MAY_BE_CACHED),
  ]);
  const found = findAgent(agents, ref);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const knownOf = await assignments.lookUp([found.agent]);
  return { kind: 'unassign-question', row: agentRow(found.agent, nameAbilities(abilities), knownOf) };
}

/** Calls endpoint 1 with images, and adds the names of each Agent's Abilities if known. */
export async function browseAgents({ assignments, service }: OperationContext): Promise<Outcome> {
  const [agents, abilities] = await Promise.all([
    service.listAgents({ withImage: true, ...MAY_BE_CACHED }),
    service.listAbilities(MAY_BE_CACHED),
  ]);
  const sorted = [...agents].sort(compareNames);
  const rows = agentRows(sorted, nameAbilities(abilities), await assignments.lookUp(agents));
  const unread = leftOutOf(agents).length;
  return { kind: 'agents', rows, unread: unread > 0 ? unread : undefined };
}
