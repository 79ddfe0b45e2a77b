import { ChoiceLabel } from './choice-label.tsx';
import type { ElementOf, ElementProps } from './element-props.ts';
import { useChoice } from './use-choice.ts';

export function Checkboxes(props: ElementProps<ElementOf<'checkboxes'>>) {
  const { element, field } = props;
  const { chosen, choose } = useChoice(props);
  const values = chosen.map(({ value }) => value);
  const toggle = (value: string) => {
    const wanted = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
    return choose(element.options.filter((option) => wanted.includes(option.value)));
  };
  return (
    <fieldset class="choices" id={field?.id} aria-labelledby={field?.labelId} aria-describedby={field?.describedBy}>
      {element.options.map((option, index) => (
        <label class="choice" key={option.value}>
          <input
            type="checkbox"
            checked={values.includes(option.value)}
            aria-invalid={field?.invalid}
            autofocus={element.focus_on_load && index === 0}
            onChange={() => void toggle(option.value)}
          />
          <ChoiceLabel option={option} />
        </label>
      ))}
    </fieldset>
  );
}
