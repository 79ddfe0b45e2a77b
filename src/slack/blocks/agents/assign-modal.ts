import type { AbilityId, Agent, AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { AssignForm } from '../../../core/outcome.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { formModal, sentenceModal } from '../modal-frame.ts';
import { bold, namesLine, plain, section } from '../text.ts';
import { typed } from '../typed-line.ts';

/** Where the chosen Abilities stand in the submitted state. */
export const ASSIGN_FIELD = { block: 'abilities', action: 'abilities' } as const;

/** Slack takes at most 100 options, chosen beforehand or offered. */
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
 * Choosing the Abilities of one Agent.
 * @param chosen what is selected at this moment; null right after opening, when it is the current list.
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

/** A form that showed only some of them would take the others away when it is saved. */
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
