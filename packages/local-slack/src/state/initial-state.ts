import { chosenIdsAtFirst, type ListedConversation, passesFilter } from '../block-kit/directory.ts';
import type { DirectoryElement } from '../block-kit/directory-elements.ts';
import type { InteractiveElement } from '../block-kit/elements.ts';
import type { ElementState } from './state-values.ts';

/**
 * The state that the client sends for an untouched element; null for buttons and overflow menus, which have none.
 * @param here the conversation that was visible when the modal opened, if any.
 */
export function initialState(element: InteractiveElement, here: ListedConversation | null): ElementState | null {
  switch (element.type) {
    case 'button':
    case 'overflow':
      return null;
    case 'plain_text_input':
      return { type: element.type, value: element.initial_value ?? null };
    case 'datetimepicker':
      return { type: element.type, selected_date_time: element.initial_date_time ?? null };
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      return { type: element.type, selected_option: element.initial_option ?? null };
    case 'multi_static_select':
    case 'multi_external_select':
    case 'checkboxes':
      return { type: element.type, selected_options: element.initial_options ?? [] };
    case 'users_select':
    case 'multi_users_select':
    case 'conversations_select':
    case 'multi_conversations_select':
      return directoryState(element, initialIds(element, here));
    case 'file_input':
      return { type: element.type, files: [] };
  }
}

/** A menu of users or conversations with this selection; a single select uses the first. */
export function directoryState({ type }: DirectoryElement, ids: readonly string[]): ElementState {
  switch (type) {
    case 'users_select':
      return { type, selected_user: ids[0] ?? null };
    case 'multi_users_select':
      return { type, selected_users: ids };
    case 'conversations_select':
      return { type, selected_conversation: ids[0] ?? null };
    case 'multi_conversations_select':
      return { type, selected_conversations: ids };
  }
}

/** Slack's precedence: in a single select the initial conversation, in a multi-select the current one. */
function initialIds(element: DirectoryElement, here: ListedConversation | null): readonly string[] {
  const named = chosenIdsAtFirst(element);
  if (element.type === 'users_select' || element.type === 'multi_users_select') return named;
  const defaultsToHere = element.default_to_current_conversation && here && passesFilter(here, element.filter);
  if (!defaultsToHere) return named;
  return element.type === 'conversations_select' && named.length > 0 ? named : [here.id];
}
