import { listElements, type PlacedElement } from '../block-kit/block-elements.ts';
import type { Block } from '../block-kit/blocks.ts';
import type { Option } from '../block-kit/composition.ts';
import type { ListedConversation } from '../block-kit/directory.ts';
import type { InteractiveElement } from '../block-kit/elements.ts';
import { areOffered } from '../block-kit/own-options.ts';
import { initialState } from './initial-state.ts';
import type { ElementState, StateValues } from './state-values.ts';

/**
 * The state of new blocks. As in Slack, earlier input is kept where block ID, action ID and type are the same, and a
 * selection if it is still offered.
 * @param here the conversation that was visible when the modal opened, if any.
 */
export function readState(
  blocks: readonly Block[],
  before: StateValues = {},
  here: ListedConversation | null = null,
): StateValues {
  const values: Record<string, Record<string, ElementState>> = {};
  for (const { block, element } of listElements(blocks)) {
    const fresh = initialState(element, here);
    const { block_id = '' } = block;
    const { action_id = '' } = element;
    if (!fresh) continue;
    const kept = before[block_id]?.[action_id];
    const stays = kept?.type === fresh.type && isOffered(element, kept);
    values[block_id] = { ...values[block_id], [action_id]: stays ? kept : fresh };
  }
  return values;
}

/** Whether an element still offers its selection; true if it has no own options. */
function isOffered(element: InteractiveElement, state: ElementState): boolean {
  switch (element.type) {
    case 'static_select':
    case 'multi_static_select':
    case 'checkboxes':
    case 'radio_buttons':
      return areOffered(element, chosenIn(state));
    default:
      return true;
  }
}

function chosenIn(state: ElementState): readonly Option[] {
  if ('selected_options' in state) return state.selected_options;
  return 'selected_option' in state && state.selected_option ? [state.selected_option] : [];
}

export function enterState(before: StateValues, { block, element }: PlacedElement, entered: ElementState): StateValues {
  const { block_id = '' } = block;
  return { ...before, [block_id]: { ...before[block_id], [element.action_id ?? '']: entered } };
}

export function isEmptyState(state: ElementState): boolean {
  switch (state.type) {
    case 'plain_text_input':
      return !state.value;
    case 'datetimepicker':
      return state.selected_date_time === null;
    case 'file_input':
      return state.files.length === 0;
    case 'multi_static_select':
    case 'multi_external_select':
    case 'checkboxes':
      return state.selected_options.length === 0;
    case 'users_select':
      return state.selected_user === null;
    case 'multi_users_select':
      return state.selected_users.length === 0;
    case 'conversations_select':
      return state.selected_conversation === null;
    case 'multi_conversations_select':
      return state.selected_conversations.length === 0;
    default:
      return state.selected_option === null;
  }
}
