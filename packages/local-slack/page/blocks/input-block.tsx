import { useId } from 'preact/hooks';
import type { InputBlock } from '../../src/block-kit/index.ts';
import { Element } from '../elements/element.tsx';
import { Icon } from '../shell/icon.tsx';

/** A labelled element with its hint and validation error. */
export function InputBlockView({ block, error }: { block: InputBlock; error: string | undefined }) {
  const { label, hint, optional = false, dispatch_action = false, element, block_id = '' } = block;
  const id = useId();
  const [labelId, hintId, errorId] = [`${id}-label`, `${id}-hint`, `${id}-error`];
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  const field = {
    ...{ id, labelId, describedBy },
    ...{ invalid: error !== undefined, required: !optional, dispatches: dispatch_action },
  };
  return (
    <div class="input-block">
      <label class="input-label" id={labelId} htmlFor={id}>
        {label.text}
        {optional && <span class="input-optional"> (optional)</span>}
      </label>
      <Element blockId={block_id} element={element} field={field} />
      {error && (
        <p class="field-error" id={errorId} role="alert">
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      {hint && (
        <p class="input-hint" id={hintId}>
          {hint.text}
        </p>
      )}
    </div>
  );
}
