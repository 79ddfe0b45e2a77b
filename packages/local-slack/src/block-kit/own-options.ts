import type { Option } from './composition.ts';
import { isDirectoryElement } from './directory.ts';
import type { DirectoryElement } from './directory-elements.ts';
import type { ChoiceElement } from './elements.ts';

/** The options contained in an element; none if they come from the bot or from Slack. */
export function ownOptions(element: ChoiceElement): readonly Option[] {
  if (isFilledByOthers(element)) return [];
  if ('option_groups' in element && element.option_groups) {
    return element.option_groups.flatMap(({ options }) => options);
  }
  return element.options ?? [];
}

/** Whether an element still offers an earlier selection. Always true if its options come from elsewhere. */
export function areOffered(element: ChoiceElement, chosen: readonly Option[]): boolean {
  if (isFilledByOthers(element)) return true;
  const offered = ownOptions(element);
  return chosen.every(({ value }) => offered.some((option) => option.value === value));
}

type FilledByOthers = DirectoryElement | Extract<ChoiceElement, { type: 'external_select' | 'multi_external_select' }>;

function isFilledByOthers(element: ChoiceElement): element is FilledByOthers {
  return element.type === 'external_select' || element.type === 'multi_external_select' || isDirectoryElement(element);
}
