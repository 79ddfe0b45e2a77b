import { useId } from 'preact/hooks';
import { ChoiceLabel } from './choice-label.tsx';
import type { ElementOf, ElementProps } from './element-props.ts';
import { useChoice } from './use-choice.ts';

export function RadioButtons(props: ElementProps<ElementOf<'radio_buttons'>>) {
  const { element, field } = props;
  const { chosen, choose } = useChoice(props);
  const group = useId();
  return (
    <fieldset class="choices" id={field?.id} aria-labelledby={field?.labelId} aria-describedby={field?.describedBy}>
      {element.options.map((option, index) => (
        <label class="choice" key={option.value}>
          <input
            type="radio"
            name={group}
            checked={chosen[0]?.value === option.value}
            aria-invalid={field?.invalid}
            autofocus={element.focus_on_load && index === 0}
            onChange={() => void choose([option])}
          />
          <ChoiceLabel option={option} />
        </label>
      ))}
    </fieldset>
  );
}
