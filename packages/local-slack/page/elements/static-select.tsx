import { useState } from 'preact/hooks';
import { Combobox } from './combobox.tsx';
import type { ElementOf, ElementProps } from './element-props.ts';
import { filterSections } from './filter-sections.ts';
import type { Section } from './option-section.ts';
import { useChoice } from './use-choice.ts';

type StaticElement = ElementOf<'static_select' | 'multi_static_select'>;

/** A menu with the options that the app sent, filtered by typing. */
export function StaticSelect(props: ElementProps<StaticElement>) {
  const { element, field } = props;
  const { chosen, choose } = useChoice(props);
  const [query, setQuery] = useState('');
  const sections = filterSections(sectionsOf(element), query);
  return (
    <Combobox
      field={field}
      element={element}
      chosen={chosen}
      onChoose={choose}
      query={query}
      onQuery={setQuery}
      offer={sections.length > 0 ? { sections } : { note: 'No matches.' }}
    />
  );
}

function sectionsOf({ options, option_groups = [] }: StaticElement): Section[] {
  if (options) return [{ label: null, options }];
  return option_groups.map((group) => ({ label: group.label.text, options: group.options }));
}
