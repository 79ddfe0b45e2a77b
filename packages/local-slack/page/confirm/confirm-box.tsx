import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ConfirmDialog } from '../../src/block-kit/index.ts';
import { Text } from '../mrkdwn/text.tsx';

const YES = 'yes';

/** A confirmation dialog that the client shows before sending a click. Escape cancels. */
export function ConfirmBox({ dialog, onAnswer }: { dialog: ConfirmDialog; onAnswer: (yes: boolean) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => box.current?.showModal(), []);

  return (
    <dialog
      ref={box}
      class="dialog confirm"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => onAnswer(box.current?.returnValue === YES)}
    >
      <h2 id={`${id}-title`}>{dialog.title.text}</h2>
      <div id={`${id}-text`} class="confirm-text">
        <Text value={dialog.text} />
      </div>
      <div class="dialog-buttons">
        <button type="button" class="button button-default" onClick={() => box.current?.close()}>
          {dialog.deny.text}
        </button>
        <button
          type="button"
          class={`button button-${dialog.style === 'danger' ? 'danger-solid' : 'primary'}`}
          onClick={() => box.current?.close(YES)}
        >
          {dialog.confirm.text}
        </button>
      </div>
    </dialog>
  );
}
