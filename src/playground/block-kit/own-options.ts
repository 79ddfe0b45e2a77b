import type { Option } from './composition.ts';
import type { ChoiceElement } from './elements.ts';

/** The options that an element brings itself; none for an external one, whose options the bot tells. */
export function ownOptions(element: ChoiceElement): readonly Option[] {
  if (element.type === 'external_select' || element.type === 'multi_external_select') return [];
  if ('option_groups' in element && element.option_groups) {
    return element.option_groups.flatMap(({ options }) => options);
  }
  return element.options ?? [];
}

/** Whether an element still has what was once chosen in it. Of an external one only the app knows, so that all stays. */
export function areOffered(element: ChoiceElement, chosen: readonly Option[]): boolean {
  if (element.type === 'external_select' || element.type === 'multi_external_select') return true;
  const offered = ownOptions(element);
  return chosen.every(({ value }) => offered.some((option) => option.value === value));
}
