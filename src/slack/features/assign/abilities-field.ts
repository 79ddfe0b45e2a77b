import { AbilityId, type Agent, type AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import * as z from 'zod';
import { overlapsOnAgent } from '../../../core/clashes.ts';
import type { AssignForm } from '../../../core/features/assign/assign.ts';
import { rebaseList } from '../../../core/rebase-list.ts';
import { dashboard } from '../../blocks/dashboard.ts';
import { bold, capital, namesAnd, plain, typed } from '../../blocks/kit.ts';
import { notReported } from '../../blocks/known-abilities.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import { Choices, fieldOf } from '../../payloads/form-values.ts';
import type { ShownView, View } from '../../payloads/payloads.ts';
import { overlapBlocks } from '../check.ts';

/** Null if the form has no such field. */
export function readChosenAbilities(view: View, block: string = ABILITIES): AbilityId[] | null {
  if (!view.state.values[block]) return null;
  const chosen = fieldOf(Choices, view, block, ABILITIES)?.selected_options ?? [];
  return chosen.flatMap(({ value }) => {
    const id = AbilityId.safeParse(value);
    return id.success ? [id.data] : [];
  });
}

const Initial = z.object({ element: z.object({ initial_options: z.array(z.object({ value: z.string() })) }) });

/**
 * The field's initial Abilities, for a form whose metadata has no initial list. Saving compares with them so that it
 * doesn't undo changes that others made in the meantime.
 */
export function readInitialAbilities({ blocks }: ShownView, block: string = ABILITIES): AbilityId[] {
  const field = blocks.find(({ block_id: id }) => id === block);
  const options = Initial.safeParse(field).data?.element.initial_options ?? [];
  return options.flatMap(({ value }) => AbilityId.safeParse(value).data ?? []);
}

/** Both block ID and action ID of the field. */
export const ABILITIES = 'abilities';

/** Slack's limit for offered and for preselected options. */
export const MAX_OPTIONS = 100;

export const abilityOption = ({ id, name }: { id: AbilityId; name: string }): types.PlainTextOption => ({
  text: plain(name, 75),
  value: String(id),
});

export const agentOption = ({ id, name }: { id: AgentId; name: string }): types.PlainTextOption => ({
  text: plain(name, 75),
  value: String(id),
});

/** A multi-select that searches the account's Abilities. */
export const abilitiesInput = (
  label: string,
  initial: readonly { id: AbilityId; name: string }[],
  block: string = ABILITIES,
): types.InputBlock => ({
  type: 'input',
  block_id: block,
  // Only the form for one Agent may be submitted empty: it asks before it removes all Abilities.
  optional: block === ABILITIES,
  dispatch_action: true,
  label: plain(label),
  element: {
    type: 'multi_external_select',
    action_id: ABILITIES,
    min_query_length: 0,
    max_selected_items: MAX_OPTIONS,
    placeholder: plain('Type to search'),
    initial_options: initial.length > 0 ? initial.map(abilityOption) : undefined,
  },
});

/** Shown instead of the form, because saving a form with only some of the Abilities would remove the others. */
export const tooManyModal = (agent: Agent, count: number) =>
  sentenceModal(
    `${agent.name}'s Abilities`,
    `${bold(agent.name)} has ${count} Abilities, and a form holds at most ${MAX_OPTIONS}. Change them in ${dashboard()}, or remove all with ${typed(`unassign agent:${agent.id}`)}.`,
  );

/** A form's initial list: the Agent's known Abilities, without deleted ones. */
export function listedNow({ choices, current }: AssignForm): AbilityId[] {
  const listed = new Set(choices.map(({ id }) => id));
  return (current.known === 'no' ? (current.added ?? []) : current.abilityIds).filter((id) => listed.has(id));
}

/** Warns of trigger words that an added Ability would share with another Ability of the Agent. */
export function overlapsAfter(
  { choices, current, words }: AssignForm,
  chosen: readonly AbilityId[],
): types.SectionBlock[] {
  if (!words) return [];
  const has = current.known === 'no' ? [] : current.abilityIds;
  const after = choices.filter(({ id }) => chosen.includes(id));
  return overlapBlocks(overlapsOnAgent(after, (id) => !has.includes(id), words));
}

/**
 * The effect of saving: `Adds *Radio*. Removes *News*. Keeps *Weather*.`
 * @param base the form's initial list, needed to keep changes that others made in the meantime.
 */
export function differenceLine(
  form: AssignForm,
  { base, chosen }: { base: readonly AbilityId[]; chosen: readonly AbilityId[] },
): string {
  const { agent, choices, current } = form;
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  const namesOf = (ids: readonly AbilityId[]) => namesAnd(ids.map((id) => names.get(id) ?? `ID ${id}`));
  if (current.known === 'no') {
    return `:warning: ${capital(notReported(bold(agent.name)))}. Saving replaces them with the ones selected here, and can't be undone.`;
  }
  const after = rebaseList(chosen, base, listedNow(form));
  const parts = [
    ['Adds', after.filter((id) => !current.abilityIds.includes(id))],
    ['Removes', current.abilityIds.filter((id) => !after.includes(id))],
    ['Keeps', current.abilityIds.filter((id) => after.includes(id))],
  ] as const;
  const changes = parts.filter(([, ids]) => ids.length > 0).map(([does, ids]) => `${does} ${namesOf(ids)}.`);
  const source = current.known === 'from-last-save' ? ['Based on what was last set from Slack.'] : [];
  return [...(changes.length === 0 ? [`${bold(agent.name)} has no Abilities yet.`] : changes), ...source].join(' ');
}
