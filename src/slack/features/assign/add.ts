import { type AbilityId, AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { withTimeout } from '../../../base/timeout.ts';
import type { Requester } from '../../../core/access.ts';
import type { AddForm, AssignForm } from '../../../core/features/assign/assign.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { runIfAllowed } from '../../../core/run-command.ts';
import { TheService } from '../../../core/service-name.ts';
import { dashboard } from '../../blocks/dashboard.ts';
import { bold, context, namesAnd, plain, section } from '../../blocks/kit.ts';
import { fittingTitle, formModal, sentenceModal } from '../../blocks/modals.ts';
import { encodeFitting, type ModalMetadata, type Origin } from '../../modal-metadata.ts';
import {
  type Changed,
  Choice,
  CLOSED,
  errorsAt,
  type Forms,
  fieldOf,
  instead,
  type Submitted,
} from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';
import type { Workspace } from '../../workspace.ts';
import {
  ABILITIES,
  abilitiesInput,
  agentOption,
  differenceLine,
  listedNow,
  MAX_OPTIONS,
  overlapsAfter,
  readChosenAbilities,
  readInitialAbilities,
  tooManyModal,
} from './abilities-field.ts';

const TITLE = 'Add to Agent';

/** Block and action of the field. */
const AGENT = 'agent';

/** Slack keeps the input of a block, so each Agent has its own block. */
const abilitiesBlock = (agentId: AgentId) => `${ABILITIES}-${agentId}`;

interface AddFormOptions {
  /** The Abilities selected for the chosen Agent; null if it has just been chosen. */
  chosen: readonly AbilityId[] | null;
  /** The Agent's Abilities when it was selected; default: its current ones. */
  base?: AbilityId[] | undefined;
  origin: Origin;
  redraw: string | null;
}

/**
 * “Add Sunrise to [Agent]”. If the service does not list the Agent's Abilities, a second field shows the list that will
 * be saved, since the service only accepts whole lists.
 */
export function addModal({ ability, agents, chosen }: AddForm, options: AddFormOptions): types.ModalView {
  const { origin, redraw } = options;
  if (agents.length === 0) return sentenceModal(TITLE, `No Agents yet. Create one in ${dashboard()}.`);
  const list = chosen && listAfter(chosen, ability.id);
  const base = chosen && (options.base ?? listedNow(chosen));
  if (chosen && list && list.length > MAX_OPTIONS) return tooManyModal(chosen.agent, list.length);
  const hidden = agents.length - MAX_OPTIONS;
  const isShown = chosen?.current.known === 'from-service';
  const metadata = {
    form: 'add-to-agent',
    abilityId: ability.id,
    agentId: chosen?.agent.id,
    abilityIds: list && isShown ? list : undefined,
    redraw: redraw ?? undefined,
    origin,
  } as const;
  return formModal({
    title: fittingTitle(`Add ${ability.name} to Agent`, TITLE),
    submit: 'Save',
    callbackId: 'add-to-agent',
    // Otherwise the base is the saved list, without the addition.
    metadata: encodeFitting(
      { ...metadata, base: base && (!isShown || base.includes(ability.id)) ? base : undefined },
      metadata,
    ),
    blocks: [
      {
        type: 'input',
        block_id: AGENT,
        dispatch_action: true,
        label: plain(`Add ${ability.name} to`),
        element: agentsElement(agents, chosen),
      },
      ...(hidden > 0
        ? [context(`${hidden} more. Use \`/abilities assign &lt;agent&gt;\` to choose one by name.`)]
        : []),
      ...(chosen && list && base ? listBlocks(ability, chosen, { list, base, chosen: options.chosen }) : []),
    ],
  });
}

/** Slack allows ten radio buttons, which take one click less than a menu. */
const MAX_RADIOS = 10;

function agentsElement(agents: AddForm['agents'], chosen: AssignForm | null): types.RadioButtons | types.StaticSelect {
  const options = agents.slice(0, MAX_OPTIONS).map(agentOption);
  const both = { action_id: AGENT, options, initial_option: chosen ? agentOption(chosen.agent) : undefined };
  return options.length <= MAX_RADIOS
    ? { type: 'radio_buttons', ...both }
    : { type: 'static_select', placeholder: plain('Choose an Agent'), ...both };
}

/** The Agent's Abilities after saving. */
function listAfter(form: AssignForm, added: AbilityId): AbilityId[] {
  const now = listedNow(form);
  return form.choices.map(({ id }) => id).filter((id) => id === added || now.includes(id));
}

function listBlocks(
  { id, name }: AddForm['ability'],
  form: AssignForm,
  {
    base,
    chosen,
    list,
  }: { list: readonly AbilityId[]; base: readonly AbilityId[]; chosen: readonly AbilityId[] | null },
): types.KnownBlock[] {
  const { agent, choices, current } = form;
  if (current.known === 'from-service') {
    if (current.abilityIds.includes(id)) return [section(`${bold(agent.name)} already has ${bold(name)}.`)];
    const kept = choices.filter((one) => one.id !== id && list.includes(one.id));
    const keeps = kept.length === 0 ? [] : [section(`Keeps ${namesAnd(kept.map((one) => one.name))}.`)];
    return [...keeps, ...overlapsAfter(form, list)];
  }
  const initial = choices.filter((one) => list.includes(one.id));
  return [
    abilitiesInput(`${agent.name}'s Abilities`, initial, abilitiesBlock(agent.id)),
    section(differenceLine(form, { base, chosen: chosen ?? list })),
    ...overlapsAfter(form, chosen ?? list),
  ];
}

function readAgent(view: View): AgentId | null {
  const id = AgentId.safeParse(fieldOf(Choice, view, AGENT, AGENT)?.selected_option?.value);
  return id.success ? id.data : null;
}

type Metadata = Extract<ModalMetadata, { form: 'add-to-agent' | 'choose-agent' }>;

interface Redraw {
  requester: Requester;
  view: View;
}

/** Shows the selected Agent's Abilities, or `say`'s sentence if the form cannot be drawn. Runs one at a time. */
async function redrawAddModal(
  { identify, isSubmitted, metadata, picked, sentenceOf, view }: Changed<Metadata>,
  workspace: Workspace,
): Promise<void> {
  const requester = await identify();
  const { context: core, outbound } = workspace;
  return core.locks.inOrder(`view:${view.id}`, async () => {
    const id = AgentId.safeParse(picked);
    const agentId = id.success ? id.data : readAgent(view);
    if (agentId === null) return;
    const drawn = await drawAgain(agentId, { requester, view }, metadata, sentenceOf, workspace);
    await outbound.updateModal(view.id, drawn, isSubmitted);
  });
}

async function drawAgain(
  agentId: AgentId,
  { requester, view }: Redraw,
  metadata: Metadata,
  sentenceOf: (outcome: Outcome, requester: Requester) => string,
  { context: core }: Workspace,
): Promise<types.ModalView> {
  const { abilityId, origin } = metadata;
  const outcome = await runIfAllowed({ verb: 'assign-to', abilityId, agentId }, core, requester);
  if (outcome.kind !== 'add-to-agent-form') return sentenceModal(TITLE, sentenceOf(outcome, requester));
  const { base, redraw = null } = metadata.form === 'add-to-agent' ? metadata : {};
  const isSameAgent = metadata.form === 'add-to-agent' && metadata.agentId === agentId;
  const chosen = readChosenAbilities(view, abilitiesBlock(agentId));
  return addModal(outcome.form, { chosen, base: isSameAgent ? base : undefined, origin, redraw });
}

/** The form was sent before it showed the selected Agent's Abilities: shows them before anything is saved. */
async function showFirst(agentId: AgentId, sent: Redraw, metadata: Metadata, workspace: Workspace): Promise<Submitted> {
  const drawing = drawAgain(
    agentId,
    sent,
    metadata,
    () => `${TheService()} isn't responding. Try again in a minute.`,
    workspace,
  );
  const { clock, deadlines } = workspace.context;
  const view = await withTimeout(clock, drawing, deadlines.nextForm, () => null);
  return view ? instead(view) : errorsAt({ [AGENT]: `${TheService()} is slow. Click Save again.` });
}

export const addForms: Forms<'add-to-agent' | 'choose-agent'> = {
  'add-to-agent': {
    verb: 'assign',
    targets: ({ abilityId }) => [{ kind: 'ability', id: String(abilityId), name: null }],
    submit: async ({ entry: { requester }, metadata, payload: { view } }, workspace) => {
      const { abilityId, redraw = null } = metadata;
      const agentId = readAgent(view);
      if (agentId === null) return errorsAt({ [AGENT]: 'Choose an Agent.' });
      if (agentId !== metadata.agentId) return showFirst(agentId, { requester, view }, metadata, workspace);
      const block = abilitiesBlock(agentId);
      const abilityIds = metadata.abilityIds ?? readChosenAbilities(view, block) ?? [];
      if (abilityIds.length === 0) return errorsAt({ [block]: 'Select at least one Ability.' });
      const initial = metadata.abilityIds ?? readInitialAbilities(view, block);
      const { base = initial.filter((id) => id !== abilityId) } = metadata;
      return { command: { verb: 'save-assignment', agentId, abilityIds, adds: abilityId, base }, more: { redraw } };
    },
    redraw: { draw: redrawAddModal },
  },
  // Older forms had no Submit button: choosing an Agent redraws them.
  'choose-agent': { verb: 'assign', submit: () => CLOSED, redraw: { draw: redrawAddModal } },
};
