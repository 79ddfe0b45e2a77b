import { useState } from 'preact/hooks';
import { type DirectoryElement, directoryOptions, namedOption } from '../../src/block-kit/index.ts';
import { useSession } from '../session/session.ts';
import { Combobox } from './combobox.tsx';
import type { ElementProps } from './element-props.ts';
import { filterSections } from './filter-sections.ts';
import { useChoice } from './use-choice.ts';

/** A menu of the people or conversations that the viewer can see, filtered by typing. */
export function DirectorySelect(props: ElementProps<DirectoryElement>) {
  const { element, field } = props;
  const { directory } = useSession();
  const { chosen, choose } = useChoice(props);
  const [query, setQuery] = useState('');
  const sections = filterSections([{ label: null, options: directoryOptions(element, directory) }], query);
  // An option that the app preselected may be excluded by the menu's filter but still needs its name.
  const known = [...directory.people, ...directory.conversations];
  const nameOf = (id: string) => known.find((listed) => listed.id === id)?.name;
  return (
    <Combobox
      field={field}
      element={element}
      chosen={chosen.map(({ value }) => namedOption(value, nameOf(value)))}
      onChoose={choose}
      query={query}
      onQuery={setQuery}
      offer={sections.length > 0 ? { sections } : { note: 'No matches.' }}
    />
  );
}
