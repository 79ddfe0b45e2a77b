import type { Option } from '../block-kit/composition.ts';
import type { ChoiceElement } from '../block-kit/elements.ts';
import { ClientRefusalError } from './client-refusal-error.ts';
import type { ElementState } from './element-state.ts';

/**
 * The state of an element after a person has chosen; `wanted` are values or labels, each of which must be on offer.
 * @throws ClientRefusalError for a choice that the client would not offer or not allow.
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
        `“${name}” is not on offer. On offer: ${offered.map(({ text }) => text.text).join(', ')}.`,
      );
    }
    return option;
  });
  if (element.type === 'static_select' || element.type === 'external_select' || element.type === 'radio_buttons') {
    if (chosen.length > 1) throw new ClientRefusalError('Only one option can be chosen here.');
    return { type: element.type, selected_option: chosen[0] ?? null };
  }
  const most = 'max_selected_items' in element ? element.max_selected_items : undefined;
  if (most !== undefined && chosen.length > most)
    throw new ClientRefusalError(`At most ${most} options can be chosen here.`);
  return { type: element.type, selected_options: chosen };
}
