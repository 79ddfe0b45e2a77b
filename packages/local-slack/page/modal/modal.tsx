import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ViewDefinition } from '../../src/block-kit/index.ts';
import type { ViewInfo } from '../../src/page-server/page-api.ts';
import { BlockList } from '../blocks/block-list.tsx';
import { HeadingLevel } from '../blocks/heading-level.ts';
import { SurfaceContext } from '../session/surface.ts';
import { useKeptFocus } from '../session/use-kept-focus.ts';
import { useSurfaceState } from '../session/use-surface-state.ts';
import { Failure } from '../shell/failure.tsx';
import { Icon } from '../shell/icon.tsx';
import { useModalFields } from './use-modal-fields.ts';
import { useModalForm } from './use-modal-form.ts';

type ModalDefinition = Extract<ViewDefinition, { type: 'modal' }>;

/** The top modal. The dialog element stays the same while views are updated, pushed and closed. */
export function Modal({ view, definition }: { view: ViewInfo; definition: ModalDefinition }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { fields, touched } = useModalFields(view);
  const form = useModalForm(view, touched);
  const surface = useSurfaceState(
    { viewId: view.id },
    {
      read: fields.read,
      write: (blockId, element, value) => {
        form.forgive(blockId);
        fields.write(blockId, element, value);
      },
    },
  );

  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const keptFocus = useKeptFocus(box);
  // A loading view is filled by a later update, so the first field may appear after the dialog.
  const first = definition.blocks.find(hasControls);
  const startsWithField = first?.type === 'input';
  useEffect(() => focusFirst(box.current, startsWithField), [view.id, startsWithField]);
  const invalid = Object.keys(form.errors).join();
  useEffect(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [invalid, form.attempts]);

  const { title, submit, close, blocks, submit_disabled = false } = definition;
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submit && !submit_disabled && !form.busy) void form.submit();
  };
  return (
    <dialog
      ref={box}
      class="dialog modal"
      data-depth={view.depth}
      aria-labelledby={id}
      {...keptFocus}
      // Which modal is in front is up to the view stack, so the browser must not close the dialog. An Escape that no
      // element has handled arrives as a cancel event, wherever the focus is.
      onCancel={(event) => {
        if (event.target !== box.current) return;
        event.preventDefault();
        void form.close();
      }}
      // A second Escape without another action in between cannot be cancelled.
      onClose={() => {
        if (!box.current?.isConnected) return;
        box.current.showModal();
        void form.close();
      }}
    >
      <form class="modal-form" noValidate onSubmit={onSubmit} aria-busy={form.busy}>
        <header class="modal-header">
          {view.depth > 0 && (
            <button type="button" class="icon-button" aria-label="Back" onClick={() => void form.close()}>
              <Icon name="back" />
            </button>
          )}
          <h2 id={id}>{title.text}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={() => void form.close()}>
            <Icon name="close" />
          </button>
        </header>
        <div class="modal-body" key={view.id}>
          <SurfaceContext.Provider value={surface}>
            <HeadingLevel.Provider value="h3">
              <BlockList blocks={blocks} errors={form.errors} />
            </HeadingLevel.Provider>
          </SurfaceContext.Provider>
        </div>
        <footer class="modal-footer">
          {form.sentence && <Failure sentence={form.sentence} />}
          <button type="button" class="button button-default" onClick={() => void form.close()}>
            {close?.text ?? (submit ? 'Cancel' : 'Close')}
          </button>
          {submit && (
            <button type="submit" class="button button-primary" disabled={submit_disabled} aria-busy={form.busy}>
              {submit.text}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

const FIELDS = 'input:not([type=file]), textarea';

function hasControls(block: ModalDefinition['blocks'][number]): boolean {
  if (block.type === 'section') return block.accessory !== undefined && block.accessory.type !== 'image';
  return block.type === 'input' || block.type === 'actions';
}

/**
 * Focuses the field that requests it, else the first field or button, else the dialog. A field below buttons isn't
 * focused, because the view would scroll to it.
 */
function focusFirst(dialog: HTMLDialogElement | null, startsWithField: boolean): void {
  const body = dialog?.querySelector('.modal-body');
  const find = (selector: string) => body?.querySelector<HTMLElement>(selector) ?? null;
  const field = startsWithField ? find(FIELDS) : null;
  (find('[autofocus]') ?? field ?? find('button, a[href]') ?? dialog)?.focus();
}
