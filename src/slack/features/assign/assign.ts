import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { withTimeout } from '../../../base/timeout.ts';
import type { Requester } from '../../../core/access.ts';
import type { AgentRow } from '../../../core/agents.ts';
import type { AssignForm } from '../../../core/features/assign/assign.ts';
import { type AssignmentResult, wasLost } from '../../../core/features/assign/change-assignment.ts';
import { runIfAllowed } from '../../../core/run-command.ts';
import { TheService } from '../../../core/service-name.ts';
import type { AuditTarget } from '../../../store/audit-record.ts';
import { isUndo } from '../../../store/undo-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import { dashboard } from '../../blocks/dashboard.ts';
import {
  bold,
  clip,
  context,
  type MessageAnswer,
  namesAnd,
  namesLine,
  plain,
  section,
  toFallback,
} from '../../blocks/kit.ts';
import { notReported } from '../../blocks/known-abilities.ts';
import { fittingTitle, formModal } from '../../blocks/modals.ts';
import { meanwhileSentence } from '../../blocks/sentences.ts';
import type { SharedPlace } from '../../button-value.ts';
import type { SlackFeature } from '../../feature.ts';
import { encodeFitting, encodeMetadata, type ModalMetadata, type Origin } from '../../modal-metadata.ts';
import { type Changed, instead } from '../../payloads/form-values.ts';
import type { Workspace } from '../../workspace.ts';
import {
  abilitiesInput,
  differenceLine,
  listedNow,
  MAX_OPTIONS,
  overlapsAfter,
  readChosenAbilities,
  readInitialAbilities,
  tooManyModal,
} from './abilities-field.ts';
import { addForms, addModal } from './add.ts';
import { agentLine, agentList } from './agents.ts';

interface AssignFormOptions {
  /** The current selection; null right after opening, when the current Abilities are selected. */
  chosen: readonly AbilityId[] | null;
  /** The form's initial Abilities; default: the current ones. */
  base?: AbilityId[] | undefined;
  origin: Origin;
  redraw: string | null;
}

export function assignModal(
  form: AssignForm,
  { chosen, origin, redraw, ...opened }: AssignFormOptions,
): types.ModalView {
  const { agent, choices } = form;
  const now = listedNow(form);
  if (now.length > MAX_OPTIONS) return tooManyModal(form.agent, now.length);
  const { base = now } = opened;
  const metadata = { form: 'assign', agentId: agent.id, redraw: redraw ?? undefined, origin } as const;
  return formModal({
    title: `${agent.name}'s Abilities`,
    submit: 'Save',
    callbackId: 'assign',
    metadata: encodeFitting({ ...metadata, base }, metadata),
    blocks: [
      abilitiesInput(
        'Abilities',
        choices.filter(({ id }) => now.includes(id)),
      ),
      section(differenceLine(form, { base, chosen: chosen ?? now })),
      ...overlapsAfter(form, chosen ?? now),
      context("Leave this empty to remove all Abilities. I'll ask first."),
    ],
  });
}

/** The Abilities that the Agent would lose. */
function unassignSentence({ abilityNames, agent }: AgentRow): string {
  const name = bold(agent.name);
  if (abilityNames === null) {
    return `This removes all Abilities from ${name}. This can't be undone, because ${notReported(name)}.`;
  }
  if (abilityNames.length === 0) return `${name} has no Abilities.`;
  return `${name} has ${countAbilities(abilityNames.length)}: ${namesLine(abilityNames)}. You can undo the removal within 10 minutes.`;
}

/**
 * Shown when the assign form is submitted empty, because that is easy to do by mistake.
 * @param row null if the Agent couldn't be read in time.
 */
export const unassignModal = (
  agentId: AgentId,
  row: AgentRow | null,
  origin: Origin,
  redraw?: string,
): types.ModalView =>
  formModal({
    title: 'Remove all Abilities?',
    submit: 'Remove all',
    callbackId: 'unassign',
    metadata: encodeMetadata({ form: 'unassign', agentId, redraw, origin }),
    blocks: [section(row ? unassignSentence(row) : 'This removes all Abilities from the Agent.')],
  });

/**
 * Shows the Agent with a button that removes all its Abilities. The button's dialog is the only confirmation.
 * @param shared the public message in which the user clicked.
 */
function unassignQuestion(row: AgentRow, shared: SharedPlace | null): MessageAnswer {
  const line = agentLine(row);
  const isBare = row.known === 'from-service' && row.abilityNames?.length === 0;
  return {
    surface: 'message',
    title: fittingTitle(`Remove ${row.agent.name}'s Abilities?`, 'Remove all Abilities?'),
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...actions(isBare ? button('Agents', { do: 'agents' }) : unassignButton(row, shared))],
  };
}

const unassignButton = (row: AgentRow, shared: SharedPlace | null): types.Button => ({
  ...button(
    'Remove all Abilities…',
    { do: `unassign agent:${row.agent.id}`, sure: true, redraw: 'agents', shared: shared ?? undefined },
    `Remove all Abilities from ${row.agent.name}`,
  ),
  style: 'danger',
  confirm: {
    title: plain('Remove all Abilities?', 100),
    text: plain(
      `This removes all Abilities from ${plain(row.agent.name, 80).text}. ${row.abilityNames ? 'You can undo this within 10 minutes.' : `It can't be undone, because ${notReported('the Agent')}.`}`,
      300,
    ),
    confirm: plain('Remove all', 30),
    deny: plain('Cancel', 30),
    style: 'danger',
  },
});

/** Shows which Abilities the Agent would lose, if they can be read in time. */
async function askBeforeUnassign(
  metadata: Extract<ModalMetadata, { form: 'assign' }>,
  requester: Requester,
  workspace: Workspace,
): Promise<types.ModalView> {
  const { clock, deadlines } = workspace.context;
  const read = readRow(metadata.agentId, requester, workspace);
  const row = await withTimeout(clock, read, deadlines.nextForm, () => null);
  return unassignModal(metadata.agentId, row, metadata.origin, metadata.redraw);
}

async function readRow(agentId: AgentId, requester: Requester, { context }: Workspace) {
  const question = { verb: 'unassign', agent: { by: 'agent', id: agentId }, confirmed: false } as const;
  const outcome = await runIfAllowed(question, context, requester);
  return outcome.kind === 'unassign-question' ? outcome.row : null;
}

/**
 * Redraws the form after each choice, with the additions and removals. Redraws of a form run one at a time, without a
 * hash: each payload contains the full selection, so the last drawing is correct.
 */
async function redrawAssignModal(
  { identify, isSubmitted, metadata, view }: Changed<Extract<ModalMetadata, { form: 'assign' }>>,
  { context, outbound }: Workspace,
): Promise<void> {
  const { agentId, base, origin, redraw } = metadata;
  const requester = await identify();
  return context.locks.inOrder(`view:${view.id}`, async () => {
    const command = { verb: 'assign', agent: { by: 'agent', id: agentId } } as const;
    const outcome = await runIfAllowed(command, context, requester);
    // If the service doesn't respond, the form stays as it is, and saving reports the problem.
    if (outcome.kind !== 'assign-form') return;
    const chosen = readChosenAbilities(view) ?? [];
    const form = assignModal(outcome.form, { chosen, base, origin, redraw: redraw ?? null });
    await outbound.updateModal(view.id, form, isSubmitted);
  });
}

function assignedText(result: AssignmentResult, by: string, ref: string): string {
  const line = assignedLine(result, by, ref);
  const { meanwhile } = result;
  return meanwhile && !wasLost(result) ? `${line}\n${meanwhileSentence(meanwhile, (names) => namesAnd(names))}` : line;
}

function assignedLine(result: AssignmentResult, by: string, ref: string): string {
  const { abilityNames, agent, change } = result;
  const name = bold(agent.name);
  if (wasLost(result)) {
    return `${TheService()} doesn't show ${name}'s new Abilities. Check them in ${dashboard()}. (ref ${ref})`;
  }
  if (change && change.added.length + change.removed.length === 0) return `${name} already has these Abilities.`;
  if (!change) return addedToUnknown(result, by) ?? changedList(result, by);
  if (change.removed.length === 0) return `${namesAnd(change.added)} added to ${name} ${by}`;
  if (change.added.length === 0 && abilityNames.length > 0) {
    return `${namesAnd(change.removed)} removed from ${name} ${by}`;
  }
  return changedList(result, by);
}

/** Null if the form wasn't for adding an Ability. */
function addedToUnknown({ abilityNames, added, agent }: AssignmentResult, by: string): string | null {
  if (!added) return null;
  // The service didn't report the previous list, so name the whole new list.
  const all = abilityNames.length > 1 ? namesAnd(abilityNames) : `only ${namesAnd(abilityNames)}`;
  return `${bold(added.name)} added to ${bold(agent.name)} ${by}\n${bold(agent.name)} now has ${all}.`;
}

function changedList({ abilityNames, agent, change }: AssignmentResult, by: string): string {
  const name = bold(agent.name);
  if (abilityNames.length === 0) {
    const removed = change ? [`It had ${namesAnd(change.removed)}.`] : [];
    return [`All Abilities removed from ${name} ${by}`, ...removed].join('\n');
  }
  return change
    ? `${name}'s Abilities changed ${by}\nAdded ${namesAnd(change.added)}\nRemoved ${namesAnd(change.removed)}`
    : `${name}'s Abilities set ${by}: ${namesLine(abilityNames)}`;
}

/** Maximum number of *Disable* buttons for removed Abilities. */
const MAX_STILL_ENABLED = 3;

const ofAgent = ({ agentId }: { agentId: AgentId }): AuditTarget[] => [
  { kind: 'agent', id: String(agentId), name: null },
];

export const assignFeature = {
  drawings: {
    agents: { view: ({ rows, unread }, frame) => agentList(rows, frame, unread) },
    'assign-form': {
      form: ({ form }, { origin, redraw }) => assignModal(form, { chosen: null, origin, redraw }),
    },
    'add-to-agent-form': { form: ({ form }, { origin, redraw }) => addModal(form, { chosen: null, origin, redraw }) },
    assigned: {
      notice: ({ result }, { by, requester }) => assignedText(result, by, requester.ref),
      fitsReceipt: ({ result }) => !wasLost(result) && (result.stillEnabled ?? []).length === 0,
      next: ({ result: { stillEnabled = [] } }, undo) =>
        actions(
          undo,
          ...stillEnabled
            .slice(0, MAX_STILL_ENABLED)
            .map(({ id, name }) => button(`Disable ${clip(name, 60)}`, { do: `disable installed:${id}` })),
          button('Agents', { do: 'agents' }),
          allAbilities(),
        ),
    },
    'unassign-question': { question: ({ row }, { shared }) => unassignQuestion(row, shared) },
  },
  forms: {
    assign: {
      verb: 'assign',
      targets: ofAgent,
      submit: async ({ entry, metadata, payload }, workspace) => {
        const { agentId, base = readInitialAbilities(payload.view), redraw = null } = metadata;
        const abilityIds = readChosenAbilities(payload.view) ?? [];
        if (abilityIds.length === 0) return instead(await askBeforeUnassign(metadata, entry.requester, workspace));
        return { command: { verb: 'save-assignment', agentId, abilityIds, base }, more: { redraw } };
      },
      redraw: { draw: redrawAssignModal },
    },
    unassign: {
      verb: 'unassign',
      targets: ofAgent,
      submit: ({ metadata: { agentId, redraw = null } }) => ({
        command: { verb: 'unassign', agent: { by: 'agent', id: agentId }, confirmed: true },
        more: { redraw },
      }),
    },
    ...addForms,
  },
  lines: {
    assigned: {
      line: (change) => {
        const agent = bold(change.agentName);
        if (isUndo(change)) return `${agent}'s previous Abilities restored`;
        return change.after.length === 0 ? `All Abilities removed from ${agent}` : `${agent}'s Abilities changed`;
      },
      onCard: ({ after, agentName }, { ability }) =>
        ability && after.includes(ability.id) ? `added to ${bold(agentName)}` : `removed from ${bold(agentName)}`,
      undoEntry: (names, { targets }) =>
        targets.some(({ kind }) => kind === 'agent') ? `restored ${names}'s previous Abilities` : null,
    },
  },
  entries: {
    assign: {
      done: (names) => `changed ${names}'s Abilities`,
      attempt: (names) => `change ${names}'s Abilities`,
      showsValues: true,
    },
    unassign: {
      done: (names) => `removed all Abilities from ${names}`,
      attempt: (names) => `remove all Abilities from ${names}`,
      showsValues: true,
    },
  },
} satisfies SlackFeature;
