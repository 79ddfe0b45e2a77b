import type { TargetedEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSurface } from '../session/surface.ts';
import type { ElementOf, ElementProps } from './element-props.ts';

/** Long enough to send one action per word instead of one per letter. */
const TYPING_PAUSE_MS = 300;

/** A single-line or multi-line text field, with a counter near its length limit. */
export function TextInput({ blockId, element, field }: ElementProps<ElementOf<'plain_text_input'>>) {
  const { entered, enter, work } = useSurface();
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    const cancel = () => clearTimeout(timer.current);
    const form = box.current?.closest('form');
    // The submission carries the text, and the answer to typing would replace its errors.
    form?.addEventListener('submit', cancel);
    return () => {
      form?.removeEventListener('submit', cancel);
      cancel();
    };
  }, []);

  const value = entered(blockId, element);
  const text = value?.kind === 'text' ? value.text : (element.initial_value ?? '');
  const { max_length, multiline, placeholder } = element;
  const triggers = field?.dispatches
    ? (element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'])
    : [];

  const onInput = ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const now = currentTarget.value;
    enter(blockId, element, { kind: 'text', text: now });
    if (!triggers.includes('on_character_entered')) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void work(blockId, element, now), TYPING_PAUSE_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || !triggers.includes('on_enter_pressed')) return;
    event.preventDefault();
    void work(blockId, element, text);
  };

  const shared = {
    id: field?.id,
    class: 'text-input',
    value: text,
    placeholder: placeholder?.text,
    autofocus: element.focus_on_load,
    'aria-label': field ? undefined : placeholder?.text,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid,
    'aria-required': field?.required,
    onInput,
    onKeyDown,
  };
  return (
    <div ref={box} class="text-field">
      {multiline ? <textarea {...shared} rows={4} /> : <input {...shared} type="text" autocomplete="off" />}
      {max_length !== undefined && isNearLimit(text.length, max_length) && <Counter left={max_length - text.length} />}
    </div>
  );
}

const isNearLimit = (length: number, max: number) => max - length <= Math.max(10, max / 10);

function Counter({ left }: { left: number }) {
  const unit = Math.abs(left) === 1 ? 'character' : 'characters';
  return (
    <p class={left < 0 ? 'counter counter-over' : 'counter'} role="status">
      {left < 0 ? `${-left} ${unit} too many` : `${left} ${unit} left`}
    </p>
  );
}
