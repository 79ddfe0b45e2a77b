import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Option } from '../../src/block-kit/index.ts';
import { Popup } from '../popup/popup.tsx';
import { Icon } from '../shell/icon.tsx';
import { ChosenChips } from './chosen-chips.tsx';
import { defaultPlaceholder } from './default-placeholder.ts';
import type { Field, SelectElement } from './element-props.ts';
import { OptionList, optionId } from './option-list.tsx';
import type { Section } from './option-section.ts';

/** The content of the open menu: options, or the reason why there are none. */
export type Offer = { sections: readonly Section[] } | { note: string };

interface ComboboxProps {
  element: SelectElement;
  field: Field | undefined;
  chosen: readonly Option[];
  onChoose: (options: readonly Option[]) => Promise<void>;
  query: string;
  onQuery: (query: string) => void;
  onOpenChange?: (open: boolean) => void;
  offer: Offer;
}

/** A text field with a list, following the ARIA combobox pattern: arrow keys move, Enter selects, Escape closes. */
export function Combobox({ element, field, chosen, onChoose, query, onQuery, onOpenChange, offer }: ComboboxProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const multiple = element.type.startsWith('multi_');
  const options = 'sections' in offer ? offer.sections.flatMap((section) => section.options) : [];
  const most = 'max_selected_items' in element ? element.max_selected_items : undefined;
  const isFull = most !== undefined && chosen.length >= most;

  useLayoutEffect(() => setActive(query && options.length > 0 ? 0 : -1), [query, options.length]);

  const toggleOpen = (wanted: boolean) => {
    if (wanted === open) return;
    setOpen(wanted);
    setActive(-1);
    onQuery('');
    onOpenChange?.(wanted);
  };
  const choose = (option: Option) => {
    const isChosen = chosen.some(({ value }) => value === option.value);
    if (!multiple) {
      toggleOpen(false);
      if (!isChosen) void onChoose([option]);
    } else if (isChosen) remove(option);
    else if (!isFull) {
      onQuery('');
      void onChoose([...chosen, option]);
    }
  };
  const remove = (option: Option) => void onChoose(chosen.filter(({ value }) => value !== option.value));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      toggleOpen(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      toggleOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (options.length > 0)
        setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[active];
      if (open && option) choose(option);
      else toggleOpen(true);
    } else if (event.key === 'Backspace' && multiple && query === '') {
      const last = chosen.at(-1);
      if (last) remove(last);
    }
  };

  const label = chosen[0]?.text.text ?? '';
  const placeholder = element.placeholder?.text ?? defaultPlaceholder(element);
  return (
    <div class="combobox" ref={box} data-invalid={field?.invalid} data-multiple={multiple}>
      {multiple && <ChosenChips chosen={chosen} onRemove={remove} />}
      <input
        ref={input}
        id={field?.id}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={field ? undefined : placeholder}
        aria-labelledby={field?.labelId}
        aria-describedby={field?.describedBy}
        aria-invalid={field?.invalid}
        aria-required={field?.required}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? optionId(listId, active) : undefined}
        autofocus={element.focus_on_load}
        placeholder={(!multiple && label) || (multiple && chosen.length > 0 ? '' : placeholder)}
        value={open || multiple ? query : label}
        onInput={({ currentTarget }) => {
          toggleOpen(true);
          onQuery(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onClick={() => toggleOpen(true)}
        onBlur={() => toggleOpen(false)}
      />
      {!multiple && label && field && !field.required && (
        <button type="button" class="clear" aria-label={`Clear ${label}`} onClick={() => void onChoose([])}>
          <Icon name="close" size={14} />
        </button>
      )}
      <Icon name="down" size={16} />
      {open && (
        <Popup anchor={box} class="listbox" wide>
          {isFull && <p class="popup-note">You can choose at most {most}. Remove one to choose another.</p>}
          {'note' in offer ? (
            <p class="popup-note" id={listId}>
              {offer.note}
            </p>
          ) : (
            <OptionList
              id={listId}
              sections={offer.sections}
              chosen={chosen}
              active={active}
              multiple={multiple}
              onChoose={choose}
              label={field ? undefined : placeholder}
              labelId={field?.labelId}
            />
          )}
        </Popup>
      )}
    </div>
  );
}
