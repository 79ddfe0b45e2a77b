import { useEffect } from 'preact/hooks';
import type { Option } from '../../src/block-kit/index.ts';
import { Icon } from '../shell/icon.tsx';
import type { Section } from './option-section.ts';

interface OptionListProps {
  id: string;
  sections: readonly Section[];
  chosen: readonly Option[];
  /** Index across all sections; -1 for none. */
  active: number;
  multiple: boolean;
  onChoose: (option: Option) => void;
  label: string | undefined;
  labelId: string | undefined;
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The options below a combobox. Focus stays in its text field. */
export function OptionList({ id, sections, chosen, active, multiple, onChoose, label, labelId }: OptionListProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  let count = 0;
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-labelledby={labelId}
      aria-multiselectable={multiple}
      // Otherwise the text field would lose focus and the list would close before the click arrives.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {sections.map((section) => {
        const options = section.options.map((option) => {
          const index = count++;
          const isChosen = chosen.some(({ value }) => value === option.value);
          return (
            // biome wants a key handler here; the combobox has it.
            <div
              key={option.value}
              id={optionId(id, index)}
              role="option"
              tabIndex={-1}
              class="option"
              data-active={index === active}
              aria-selected={isChosen}
              onClick={() => onChoose(option)}
              onKeyDown={undefined}
            >
              <span class="option-mark">{isChosen && <Icon name="check" size={16} />}</span>
              <span class="option-text">
                {option.text.text}
                {option.description && <small>{option.description.text}</small>}
              </span>
            </div>
          );
        });
        if (section.label === null) return options;
        return (
          <fieldset class="option-group" key={section.label} aria-label={section.label}>
            <div class="option-heading" aria-hidden="true">
              {section.label}
            </div>
            {options}
          </fieldset>
        );
      })}
    </div>
  );
}
