import type { TargetedEvent } from 'preact';
import { useSurface } from '../session/surface.ts';
import type { ElementOf, ElementProps } from './element-props.ts';

/** A date and a time in the zone of the browser, as Slack shows them in that of the reader. */
export function DateTimeInput({ blockId, element, field }: ElementProps<ElementOf<'datetimepicker'>>) {
  const { entered, enter } = useSurface();
  const value = entered(blockId, element);
  const initial = element.initial_date_time;
  const text = value?.kind === 'text' ? value.text : initial === undefined ? '' : isoOf(initial);
  const onInput = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const at = new Date(currentTarget.value);
    enter(blockId, element, { kind: 'text', text: Number.isNaN(at.getTime()) ? '' : at.toISOString() });
  };
  return (
    <input
      id={field?.id}
      class="text-input"
      type="datetime-local"
      value={text === '' ? '' : localOf(new Date(text))}
      aria-label={field ? undefined : 'Date and time'}
      aria-describedby={field?.describedBy}
      aria-invalid={field?.invalid}
      onInput={onInput}
    />
  );
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** `2026-12-24T18:00`, on the clock of the browser. */
const localOf = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
