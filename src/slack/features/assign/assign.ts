import { type Ability, AbilityId, type Agent, AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { withTimeout } from '../../../base/timeout.ts';
import type { Requester } from '../../../core/access.ts';
import type { AgentRow } from '../../../core/agents.ts';
import type { AssignForm } from '../../../core/features/assign/assign.ts';
import type { AssignmentResult } from '../../../core/features/assign/change-assignment.ts';
import { operate } from '../../../core/operate.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { AuditTarget } from '../../../store/audit-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { actions, button } from '../../blocks/buttons.ts';
import { allAbilities, type ChangeLines, type Drawings } from '../../blocks/drawing.ts';
import { bold, context, type MessageAnswer, namesLine, plain, section, toFallback, typed } from '../../blocks/kit.ts';
import { formModal, sentenceModal } from '../../blocks/modals.ts';
import type { SharedPlace } from '../../button-value.ts';
import { encodeMetadata, type ModalMetadata, type Origin } from '../../modal-metadata.ts';
import { Choices, CLOSED, type Forms, fieldOf, instead } from '../../payloads/form-values.ts';
import type { SubmissionPayload, View } from '../../payloads/payloads.ts';
import type { Workspace } from '../../workspace.ts';
import { agentList } from './agents.ts';

export function readChosenAbilities(view: View): AbilityId[] {
  const chosen = fieldOf(Choices, view, ASSIGN_FIELD.block, ASSIGN_FIELD.action)?.selected_options ?? [];
  return chosen.flatMap(({ value }) => {
    const id = AbilityId.safeParse(value);
    return id.success ? [id.data] : [];
  });
}

/** Position of the selection in the submitted state. */
const ASSIGN_FIELD = { block: 'abilities', action: 'abilities' } as const;

/** Slack's limit, for offered and for preselected options. */
export const MAX_OPTIONS = 100;

export const abilityOption = ({ id, name }: { id: AbilityId; name: string }): types.PlainTextOption => ({
  text: plain(name, 75),
  value: String(id),
});

export const agentOption = ({ id, name }: { id: AgentId; name: string }): types.PlainTextOption => ({
  text: plain(name, 75),
  value: String(id),
});

/**
 * The form for one Agent's Abilities.
 * @param chosen the current selection; null right after opening, when the current Abilities are selected.
 */
export function assignModal(form: AssignForm, chosen: readonly AbilityId[] | null, origin: Origin): types.ModalView {
  const { adds, agent, choices, current } = form;
  const now = current.known === 'no' ? [] : current.abilityIds;
  const initial = choices.filter(({ id }) => now.includes(id) || id === adds);
  if (initial.length > MAX_OPTIONS) return tooManyModal(form.agent, initial.length);
  return formModal({
    title: `Abilities of ${agent.name}`,
    submit: 'Save',
    callbackId: 'assign',
    metadata: encodeMetadata({ form: 'assign', agentId: agent.id, ...(adds ? { adds } : {}), origin }),
    blocks: [
      section(
        `Saving replaces the whole list of ${bold(agent.name)}. An empty choice unassigns all, after a question.`,
      ),
      {
        type: 'input',
        block_id: ASSIGN_FIELD.block,
        optional: true,
        dispatch_action: true,
        label: plain('Abilities'),
        hint: plain('An empty list of suggestions may also mean that the service does not answer.'),
        element: {
          type: 'multi_external_select',
          action_id: ASSIGN_FIELD.action,
          min_query_length: 0,
          max_selected_items: MAX_OPTIONS,
          placeholder: plain('Type to search'),
          ...(initial.length > 0 ? { initial_options: initial.map(abilityOption) } : {}),
        },
      },
      section(differenceLine(form, chosen ?? initial.map(({ id }) => id))),
    ],
  });
}

/** A form with only some of them would remove the others when saved. */
const tooManyModal = (agent: Agent, count: number) =>
  sentenceModal(
    `Abilities of ${agent.name}`,
    `${bold(agent.name)} has ${count} Abilities. A form of Slack holds ${MAX_OPTIONS}, and saving replaces the whole list: the others would be taken away. Nothing changed. Change them in the dashboard of the service, or take all away with ${typed(`unassign agent:${agent.id}`)}.`,
  );

function differenceLine({ agent, choices, current }: AssignForm, chosen: readonly AbilityId[]): string {
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  const namesOf = (ids: readonly AbilityId[]) => namesLine(ids.map((id) => names.get(id) ?? `ID ${id}`));
  if (current.known === 'no') {
    return `The service does not tell which Abilities ${bold(agent.name)} has now. Saving replaces them all.`;
  }
  const source = current.known === 'from-last-save' ? 'As last saved from Slack. ' : '';
  const added = chosen.filter((id) => !current.abilityIds.includes(id));
  const removed = current.abilityIds.filter((id) => !chosen.includes(id));
  const kept = current.abilityIds.filter((id) => chosen.includes(id));
  return `${source}Adds: ${namesOf(added)}. Removes: ${namesOf(removed)}. Keeps: ${namesOf(kept)}.`;
}

const AGENT_FIELD = 'agent';

/** “Add Sunrise to:”. The choice leads to that Agent's form with this Ability preselected. */
function chooseAgentModal(ability: Ability, agents: readonly Agent[], origin: Origin): types.ModalView {
  const name = bold(ability.name);
  if (agents.length === 0) {
    return sentenceModal(TITLE, `There is no Agent to add ${name} to. Create one in the dashboard of the service.`);
  }
  const options = agents
    .slice(0, MAX_OPTIONS)
    .map(({ id, name: agentName }) => ({ text: plain(agentName, 75), value: String(id) }));
  const hidden = agents.length - options.length;
  return {
    ...sentenceModal(TITLE, ''),
    callback_id: 'choose-agent',
    private_metadata: encodeMetadata({ form: 'choose-agent', abilityId: ability.id, origin }),
    blocks: [
      section(`Add ${name} to:`),
      ...actions({ type: 'static_select', action_id: AGENT_FIELD, placeholder: plain('Choose an Agent'), options }),
      ...(hidden > 0 ? [context(`${hidden} more are not shown: use \`/abilities assign &lt;agent&gt;\`.`)] : []),
    ],
  };
}

const TITLE = 'Add to an Agent';

/** The effect of removing all Abilities from an Agent. */
function unassignSentence({ abilityNames, agent, known }: AgentRow): string {
  const name = bold(agent.name);
  const stays = 'The Abilities stay on the account and with other Agents.';
  if (abilityNames === null) {
    return `The service does not tell which Abilities ${name} has now. Saving leaves it without any, and nobody could tell afterwards what it had. ${stays}`;
  }
  if (abilityNames.length === 0) return `${name} has no Abilities, as far as is known. Saving leaves it without any.`;
  const source = known === 'from-last-save' ? ', as last saved from Slack' : '';
  return `${name} has ${countAbilities(abilityNames.length)}${source}: ${namesLine(abilityNames)}. Saving leaves it without any. ${stays}`;
}

/**
 * Shown when the assign form is submitted empty, since that is easy to do by mistake.
 * @param row null if the Agent was not read in time.
 */
export const unassignModal = (agentId: AgentId, row: AgentRow | null, origin: Origin): types.ModalView =>
  formModal({
    title: 'Unassign all?',
    submit: 'Unassign all',
    callbackId: 'unassign',
    metadata: encodeMetadata({ form: 'unassign', agentId, origin }),
    blocks: [
      section(
        row
          ? unassignSentence(row)
          : 'No Ability is chosen. Saving leaves the Agent without any. The Abilities stay on the account and with other Agents.',
      ),
      section('Nothing is saved yet. “Cancel” leaves everything as it is.'),
    ],
  });

/**
 * Confirmation before all Abilities are removed. Its button asks again in Slack's own dialog.
 * @param shared the public message in which the user clicked.
 */
function unassignQuestion(row: AgentRow, shared: SharedPlace | null): MessageAnswer {
  const { agent } = row;
  const line = `Unassign all Abilities of ${bold(agent.name)}? Nothing is saved yet.\n${unassignSentence(row)}`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...actions(unassignButton(row, shared), button('Keep', { do: 'agents' }))],
  };
}

const unassignButton = ({ abilityNames, agent }: AgentRow, shared: SharedPlace | null): types.Button => ({
  ...button(
    'Unassign all',
    { do: `unassign agent:${agent.id}`, sure: true, ...(shared ? { shared } : {}) },
    `Unassign all Abilities of ${agent.name}`,
  ),
  style: 'danger',
  confirm: {
    title: plain('Unassign all Abilities?', 100),
    text: plain(
      `${plain(agent.name, 80).text} is left without Abilities. ${abilityNames ? 'You can undo this for 10 minutes.' : 'This cannot be undone: the service does not tell which it has now.'}`,
      300,
    ),
    confirm: plain('Unassign all', 30),
    deny: plain('Keep', 30),
    style: 'danger',
  },
});

/** Slack allows 3 seconds to replace the form. */
const READ_WITHIN_MS = 1500;

/** Shows what the Agent would lose, if that can be read in time. */
async function askBeforeUnassign(
  { agentId, origin }: Extract<ModalMetadata, { form: 'assign' }>,
  requester: Requester,
  workspace: Workspace,
): Promise<types.ModalView> {
  const row = await withTimeout(readRow(agentId, requester, workspace), READ_WITHIN_MS, () => null);
  return unassignModal(agentId, row, origin);
}

async function readRow(agentId: AgentId, requester: Requester, { context }: Workspace) {
  const question = { verb: 'unassign', agent: { by: 'agent', id: agentId }, confirmed: false } as const;
  const outcome = await operate(question, context, requester);
  return outcome.kind === 'unassign-question' ? outcome.row : null;
}

/**
 * Redraws the form after each choice, with what would be added and removed. Runs one at a time and without a hash: each
 * payload carries the full selection, so the last one drawn is correct.
 */
export function redrawAssignModal(
  { requester, view }: Pick<SubmissionPayload, 'view'> & { requester: Requester },
  { adds, agentId, origin }: Extract<ModalMetadata, { form: 'assign' }>,
  { context, outbound }: Workspace,
): Promise<void> {
  return context.locks.run(`view:${view.id}`, async () => {
    const command = { verb: 'assign', agent: { by: 'agent', id: agentId }, ...(adds ? { adds } : {}) } as const;
    const outcome = await operate(command, context, requester);
    // If the service does not respond, the form stays unchanged; saving reports the problem.
    if (outcome.kind !== 'assign-form') return;
    await outbound.updateModal(view.id, assignModal(outcome.form, readChosenAbilities(view), origin));
  });
}

/** Replaces the Agent picker with the chosen Agent's form, or with `say`'s sentence about another outcome. */
export async function openChosenAgent(
  { requester, chosen, view }: { requester: Requester; chosen: string | null; view: Pick<View, 'id'> },
  { abilityId, origin }: Extract<ModalMetadata, { form: 'choose-agent' }>,
  say: (outcome: Outcome, requester: Requester) => string,
  { context, outbound }: Workspace,
): Promise<void> {
  const agentId = AgentId.safeParse(chosen);
  if (!agentId.success) return;
  const command = { verb: 'assign', agent: { by: 'agent', id: agentId.data }, adds: abilityId } as const;
  const outcome = await operate(command, context, requester);
  const drawn =
    outcome.kind === 'assign-form'
      ? assignModal(outcome.form, null, origin)
      : sentenceModal('Abilities of an Agent', say(outcome, requester));
  await outbound.updateModal(view.id, drawn);
}

function assignedLine({ agent, abilityNames, change, confirmed }: AssignmentResult, by: string, ref: string): string {
  const wanted = abilityNames.length === 0 ? 'none' : namesLine(abilityNames);
  if (confirmed === 'no') {
    return `The Abilities of ${bold(agent.name)} may not be saved. Wanted: ${wanted}. The service took the call, but does not show this list. Look in the dashboard before you rely on it. (ref ${ref})`;
  }
  const lines = [
    abilityNames.length === 0
      ? `All Abilities of ${bold(agent.name)} unassigned ${by}`
      : `Abilities of ${bold(agent.name)} saved ${by}: ${wanted}`,
  ];
  if (change) lines.push(`Added: ${namesLine(change.added)}. Removed: ${namesLine(change.removed)}.`);
  if (confirmed === 'unknown') {
    lines.push('The service accepted it; it offers no way to read the list back, so it is not confirmed.');
  }
  return lines.join('\n');
}

export const assignDrawings: Drawings<
  'agents' | 'assign-form' | 'choose-agent-form' | 'assigned' | 'unassign-question'
> = {
  agents: { view: ({ rows, unread }, frame) => agentList(rows, frame, unread) },
  'assign-form': { form: ({ form }, { origin }) => assignModal(form, null, origin) },
  'choose-agent-form': { form: ({ ability, agents }, { origin }) => chooseAgentModal(ability, agents, origin) },
  assigned: {
    notice: ({ result }, { by, requester }) => assignedLine(result, by, requester.ref),
    next: (_, undo) => actions(undo, button('Agents', { do: 'agents' }), allAbilities()),
  },
  'unassign-question': { question: ({ row }, { shared }) => unassignQuestion(row, shared) },
};

const ofAgent = ({ agentId }: { agentId: AgentId }): AuditTarget[] => [
  { kind: 'agent', id: String(agentId), name: null },
];

export const assignForms: Forms<'assign' | 'unassign' | 'choose-agent'> = {
  assign: {
    verb: 'assign',
    targets: ofAgent,
    submit: async ({ entry, metadata, payload }, workspace) => {
      const abilityIds = readChosenAbilities(payload.view);
      if (abilityIds.length === 0) return instead(await askBeforeUnassign(metadata, entry.requester, workspace));
      return { command: { verb: 'save-assignment', agentId: metadata.agentId, abilityIds } };
    },
  },
  unassign: {
    verb: 'unassign',
    targets: ofAgent,
    submit: ({ metadata }) => ({
      command: { verb: 'unassign', agent: { by: 'agent', id: metadata.agentId }, confirmed: true },
    }),
  },
  // Has no Submit button: choosing an Agent redraws it.
  'choose-agent': { verb: 'assign', submit: () => CLOSED },
};

export const assignLines: ChangeLines<'assigned'> = {
  assigned: ({ after, agentName }) =>
    after.length === 0 ? `All Abilities removed from ${bold(agentName)}` : `Abilities of ${bold(agentName)} changed`,
};
