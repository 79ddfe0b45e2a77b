import type { Option } from '../block-kit/composition.ts';
import { isDirectoryElement } from '../block-kit/directory.ts';
import type { ChoiceElement } from '../block-kit/elements.ts';
import { ClientRefusalError } from '../client-refusal-error.ts';
import { directoryState } from '../state/initial-state.ts';
import type { ElementState } from '../state/state-values.ts';

/**
 * The state of an element after a selection; `wanted` are values or labels, each of which must be offered. The value of
 * a user or conversation is its ID.
 * @throws ClientRefusalError for a selection that the client would not offer or allow.
 */
export function chooseOptions(
  element: ChoiceElement,
  offered: readonly Option[],
  wanted: readonly string[],
): ElementState {
  const chosen = wanted.map((name) => {
    const option = offered.find(({ value, text }) => value === name || text.text === name);
    if (!option) {
      throw new ClientRefusalError(
        `“${name}” is not an option. Options: ${offered.map(({ text }) => text.text).join(', ')}.`,
      );
    }
    return option;
  });
  const max = maxOf(element);
  if (chosen.length > max) {
    const words = max === 1 ? 'Only one option' : `At most ${max} options`;
    throw new ClientRefusalError(`${words} can be chosen here.`);
  }
  if (isDirectoryElement(element))
    return directoryState(
      element,
      chosen.map(({ value }) => value),
    );
  if (element.type === 'static_select' || element.type === 'external_select' || element.type === 'radio_buttons') {
    return { type: element.type, selected_option: chosen[0] ?? null };
  }
  return { type: element.type, selected_options: chosen };
}

function maxOf(element: ChoiceElement): number {
  switch (element.type) {
    case 'checkboxes':
      return Number.POSITIVE_INFINITY;
    case 'multi_static_select':
    case 'multi_external_select':
    case 'multi_users_select':
    case 'multi_conversations_select':
      return element.max_selected_items ?? Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}
